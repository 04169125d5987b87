"""Awards in the browser: one of them with its hand, its steps and its payments, and what can be done."""
