"""Leaderboards as HTML, kept for a moment and live."""
