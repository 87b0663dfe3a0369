"""Bundles: a round as one file, written for whoever wants to check it, opened and checked."""
