"""What people touch: the command line. It formats and asks; rules and queries live further in."""
