"""Wizard: rulebook, rules for people, face."""
