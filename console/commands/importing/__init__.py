"""`pitledger import FILE`: events from JSON lines, at speed, and nothing recorded twice."""
