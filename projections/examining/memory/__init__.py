"""What the examiner remembers of a table, bounded: its state, how events change it, its stored form."""
