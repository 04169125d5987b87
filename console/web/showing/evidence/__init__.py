"""What figures rest on: a single event with all of its bytes, and a finding with its events."""
