"""Findings and their patterns for people and scripts, and what may be asked of them."""
