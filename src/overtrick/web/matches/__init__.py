"""A match on the site: its page, lists of matches, replays."""
