"""`pitledger case`: what players claim, from the complaint to the decision, one module an action."""
