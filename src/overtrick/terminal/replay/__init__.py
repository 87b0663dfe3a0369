"""A match looked at again in a terminal."""
