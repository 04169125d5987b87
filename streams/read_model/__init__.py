"""The read model in SQLite: its store, questions to it, its rebuild from the log, and the check of both."""
