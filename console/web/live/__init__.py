"""What changes while a page is looked at: found out once for all who look, and sent to each."""
