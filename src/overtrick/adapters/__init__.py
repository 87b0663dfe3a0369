"""Doors for researchers: PettingZoo, Gymnasium, OpenSpiel, and many tables at once."""
