"""The pages: each asks what its command asks, and says how it is shown."""
