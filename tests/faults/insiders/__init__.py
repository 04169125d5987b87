"""Forgeries of somebody who holds the key of an audit log: right hashes over wrong decisions."""
