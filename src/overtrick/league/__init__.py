"""Leagues: entrants that improve from generation to generation, each by a command of its own."""
