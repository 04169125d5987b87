"""A transparency log as RFC 6962 and C2SP have it: tree, tiles, signed notes, checkpoints, proofs."""
