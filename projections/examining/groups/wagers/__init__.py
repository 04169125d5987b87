"""Wagers and "no more bets" (W)."""
