"""Tournaments in a terminal: progress, standings, comparisons."""
