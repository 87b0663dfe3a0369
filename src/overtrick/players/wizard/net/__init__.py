"""The networks of wizard:net, and who plays by them."""
