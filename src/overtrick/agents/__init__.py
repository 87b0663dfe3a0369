"""Doors for coding agents: tools over the Model Context Protocol, and tasks for the harnesses that run them."""
