"""wizard:search and wizard:tree, which play sampled worlds out."""
