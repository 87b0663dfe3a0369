"""Competitions with their rounds: stated, planned, entered."""
