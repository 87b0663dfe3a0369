"""What only bots of Figgie are told."""
