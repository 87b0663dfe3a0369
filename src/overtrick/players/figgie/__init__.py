"""Players of Figgie."""
