"""overtrick: an arena where card-playing programs, and people, compete."""

__version__ = "0.1.0"
