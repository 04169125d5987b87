"""`pitledger account`: who may sign in to the console in the browser, and as what."""
