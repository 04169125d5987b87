"""What the bag says on paper: meters, awards, findings and control totals, with a plot of each meter."""
