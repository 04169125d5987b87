"""`pitledger floor`: the simulated casino floor, at full speed in bulk or by the clock."""
