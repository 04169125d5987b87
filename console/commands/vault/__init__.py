"""`pitledger vault`: who the references in events stand for, one module an action."""
