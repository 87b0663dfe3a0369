"""Whole matches in bulk, and how the networks are trained by them."""
