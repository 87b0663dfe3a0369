"""Training figgie:trader: lessons, a network fitted to them, and weights by evolution among a growing league."""
