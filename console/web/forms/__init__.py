"""The forms: what each asks for, and what it would have recorded, by `console.acts`."""
