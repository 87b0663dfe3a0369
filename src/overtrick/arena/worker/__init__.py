"""The worker: builds what was sent, plays what is missing, and moves rounds on."""
