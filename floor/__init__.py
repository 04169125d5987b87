"""The simulated casino floor: real rounds with real cards, in virtual time, as load, as demo and as judge."""
