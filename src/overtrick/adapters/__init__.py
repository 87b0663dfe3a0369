"""Doors for researchers: the games as environments of PettingZoo, Gymnasium and OpenSpiel, and many tables at once."""
