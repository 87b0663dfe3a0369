"""The site: tables to play at, and matches to look at again."""
