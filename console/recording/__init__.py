"""What a person has recorded by a command: one way in for all of it, and what became of it."""
