"""Opponents that stand for those nobody has seen, in two halves: for tuning and for the test."""
