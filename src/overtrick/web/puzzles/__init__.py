"""Puzzles on the site: the daily one, runs without end, and what is said to an answer."""
