"""Figgie."""
