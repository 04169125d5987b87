"""What is typed: commands, options and arguments as they are read, help, and what is wrong with a call."""
