"""Bots: whoever chooses at a table."""
