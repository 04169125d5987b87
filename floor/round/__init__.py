"""One round at a table: cards dealt and shown, wagers settled, awards paid."""
