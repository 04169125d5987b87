"""The record itself: clocks that are off, forks and gaps, bytes that are no event, and what desks and links
say on streams of their own."""
