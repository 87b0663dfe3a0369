"""Training the weights of figgie:trader, by evolution in a growing league."""
