"""The audit log of a facility: what was recorded, in a Merkle tree that one notary grows and signs."""
