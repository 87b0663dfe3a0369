"""What all tests may ask for."""

from tests.postgres import server

__all__ = ["server"]
