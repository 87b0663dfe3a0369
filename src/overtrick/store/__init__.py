"""The store: one database with its tables and migrations, below all that keep something in it."""
