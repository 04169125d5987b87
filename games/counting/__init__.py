"""How many hands of each kind there are, by formula: what the theoretical hold is worked out from."""
