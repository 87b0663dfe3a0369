"""The plan: who meets whom on which cards."""
