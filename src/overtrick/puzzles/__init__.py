"""Puzzles: positions in which one action is clearly best, made from seeds, and what is said about them."""
