"""Tournaments: what shall be compared, the plan, the records, and what they say."""
