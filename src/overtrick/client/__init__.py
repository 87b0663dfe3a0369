"""A site asked from outside: tokens, and its API."""
