"""The benchmarks: each measures ours against a peer and against a limit, in the same run."""
