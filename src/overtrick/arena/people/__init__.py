"""People: accounts, sessions, tokens, invitations."""
