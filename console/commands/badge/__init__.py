"""`pitledger badge`: the register of badges, one module an action."""
