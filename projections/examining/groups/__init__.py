"""The checks themselves, a module a theme: what each looks at, and what it finds."""
