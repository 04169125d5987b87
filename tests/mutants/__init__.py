"""Breaks each rule of `games/` in many small ways, one at a time, and sees whether the tests notice."""
