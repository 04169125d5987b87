"""The house: a table's day, who holds which badge, how the instance stands, and one's own settings."""
