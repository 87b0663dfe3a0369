"""A person at a table in a terminal."""
