"""What every request goes through, and what all pages share."""
