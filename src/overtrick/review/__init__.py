"""Reviews: which decisions of a player cost most, by what its seat could know, and what they have in common."""
