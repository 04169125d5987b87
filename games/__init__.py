"""The games as pure functions and their rulebooks as data; it imports nothing of ours and does no I/O."""
