"""Records in the store."""
