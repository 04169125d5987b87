"""The way in: drafts become numbered, chained events in the log."""
