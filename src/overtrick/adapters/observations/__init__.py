"""What a seat sees as small numbers, for every adapter."""
