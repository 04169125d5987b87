"""The theoretical hold: how many hands of each kind there are, by formula, and what a wager then keeps."""
