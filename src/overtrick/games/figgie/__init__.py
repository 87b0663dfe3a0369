"""Figgie: rulebook, rules for people, face, its dictionaries."""
