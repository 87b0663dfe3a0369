"""Players of Wizard."""
