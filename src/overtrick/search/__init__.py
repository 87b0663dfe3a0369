"""Speed: the rulebooks compiled, and what is built on that."""
