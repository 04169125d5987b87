"""Hands compared: how the chapters rank cards, as pure and fast functions on integer cards."""
