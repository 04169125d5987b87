"""Irregularities, voids and devices (I)."""
