"""Decisions, folded hands and hands that are set (P)."""
