"""The arena: people, competitions, submissions, and the worker that plays them; no pages."""
