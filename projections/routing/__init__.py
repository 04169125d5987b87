"""The chain rule, which record is the next event of its stream, and the router that sends legs to links."""
