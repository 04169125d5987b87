"""The rules in our own words: a rulebook with its figures, and what was in force at a table on a day."""
