"""overtrick: an arena where card-playing programs, and people, compete."""

from overtrick.adapters.gymnasium_names import register_when_imported

__version__ = "0.1.0"

register_when_imported()
