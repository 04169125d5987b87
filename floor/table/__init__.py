"""A table of the floor: its people, decks, accounts and rules submission, and how they are handled."""
