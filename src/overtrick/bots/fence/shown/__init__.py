"""What a box shows of the machine, and its own root: copies that lie in memory."""
