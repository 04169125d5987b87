"""What findings have in common over many rounds, against what chance gives: leads, never verdicts."""
