"""The audit log in the browser: its checkpoints, proofs of events, exports and what the verifier says."""
