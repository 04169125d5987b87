"""The examiner: a table's events, or what a link's keeper decided, in; findings out, by small checks."""
