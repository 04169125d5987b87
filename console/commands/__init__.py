"""One module a command: what it takes, with help and examples, and how the answer is shown."""
