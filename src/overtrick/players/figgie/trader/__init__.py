"""figgie:trader: its signs of a table, how it reads the others, and what it was taught."""
