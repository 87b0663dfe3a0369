"""The desk of a referee: what is worked out for those who look back, beside the tables."""
