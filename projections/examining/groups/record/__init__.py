"""The record of a table itself: badges that nobody issued (R02)."""
