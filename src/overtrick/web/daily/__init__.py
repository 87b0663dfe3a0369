"""The pages of the deal of the day."""
