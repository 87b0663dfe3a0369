"""Rooms: where the commands of entrants work, fenced in, and the terminal that one of them may be lent."""
