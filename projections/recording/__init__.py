"""What may be recorded: what the recorder knows of tables and links, what it refuses, what is a repeat."""
