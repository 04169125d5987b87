"""The ledger as files for other programs: journals, CSV with a data package, Parquet."""
