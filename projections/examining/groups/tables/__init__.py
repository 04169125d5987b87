"""The table: what it must have and show, what its submission allows (T; X: what is beyond bounds)."""
