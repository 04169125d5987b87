"""The audit log of a facility: the Merkle tree over what was recorded, signed checkpoints, and proofs."""
