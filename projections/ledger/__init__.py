"""Double entry: accounts, postings, the books of links and tables, and what was wagered, paid and awarded."""
