"""The terminal: matches as text, and a place at the table."""
