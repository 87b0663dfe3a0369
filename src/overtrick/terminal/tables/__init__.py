"""How tables look in a terminal."""
