"""What an organiser states, in a file."""
