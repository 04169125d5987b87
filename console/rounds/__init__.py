"""A round for people and scripts: which one is meant, all that is known of it, and its verdict."""
