"""Decks: which are at the table, inspected, shuffled, cut (D)."""
