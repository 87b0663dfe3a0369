"""The site for programs."""
