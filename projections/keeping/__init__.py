"""A link's meters: what follows from each leg and control event, and the state after it."""
