"""How a table of Wizard looks in a terminal."""
