"""The arena: accounts, competitions with rounds, submissions, and the worker that plays them. No pages are in here."""
