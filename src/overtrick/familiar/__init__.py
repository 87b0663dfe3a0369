"""The familiar Figgie command: its rounds, its lines and its logs."""
