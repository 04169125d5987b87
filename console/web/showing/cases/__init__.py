"""Cases in the browser: which wait for whom, and one of them from claim to decision."""
