"""What is made of the records of a round, and what is told of it."""
