"""`pitledger day DATE`: a gaming day reconciled, a reading entered and compared, the day closed."""
