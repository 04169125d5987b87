"""`pitledger audit`: the audit log that outsiders check, from its key to proofs."""
