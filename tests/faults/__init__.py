"""Real failures, in full by `make faults`; the same scenarios run at a smaller count in `make test`."""
