"""The players that we ship: one folder for each game, and what they say of a position."""
