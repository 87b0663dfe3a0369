"""How a table of Figgie looks in a terminal, and its keys."""
