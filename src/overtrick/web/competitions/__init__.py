"""The pages of competitions and their rounds."""
