"""Who may come in: accounts, sign-in, sessions, roles, and what every answer says of itself."""
