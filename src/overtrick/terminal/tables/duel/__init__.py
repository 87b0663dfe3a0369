"""How a table of the duel and its study look in a terminal."""
