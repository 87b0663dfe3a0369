"""Players of the duel, and the exact table."""
