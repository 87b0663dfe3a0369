"""Matches: what shall be played, what was played, playing it, and checking a bot or a game by it."""
