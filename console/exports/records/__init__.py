"""What is recorded beyond the ledger, as tables: rounds, hits, findings, readings, awards and meters."""
