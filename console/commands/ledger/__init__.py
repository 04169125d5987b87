"""`pitledger ledger REPORT`: what accounting reads, one module a report."""
