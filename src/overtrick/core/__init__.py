"""What everybody needs and nothing of ours lies below: mistakes, endings, cards, luck, the cache."""
