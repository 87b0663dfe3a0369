"""The deal of the day: its sets of cards, one try for everybody, and a ranking with the luck of the cards taken out."""
