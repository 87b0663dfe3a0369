"""The duel: rulebook, rules for people, face."""
