"""Referees: the processes that run tables, and what they are asked."""
