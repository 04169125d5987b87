"""Which log and read model a command works on, how far they are, and which files are an instance's own."""
