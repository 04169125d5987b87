"""The vocabulary: envelope, event types, money, cards and codec; it imports nothing of ours and does no I/O."""
