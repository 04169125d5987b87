"""Forms that record: what is asked, the exact event before it is recorded, who signs, and what came of it."""
