"""The chapters as they were in force, a TOML file each, and how such a file is read."""
