"""Tournaments: what shall be compared, the plan, the store of records, and what they say."""
