"""Ratings: what the records say, with intervals."""
