"""Completion and settlement: turns, money, cards that leave (S)."""
