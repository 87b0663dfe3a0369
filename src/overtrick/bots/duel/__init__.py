"""What only programs for the duel speak."""
