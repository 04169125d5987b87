"""The examiner: a table's events in, findings out, by one list of small checks of procedure."""
