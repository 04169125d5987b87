"""`pitledger link ACTION LINK`: changes of a link, signed by two people, one module an action."""
