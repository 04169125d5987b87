"""Cards of a round: who is dealt which, the board, the stub (C)."""
