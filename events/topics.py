"""The names of the topics: events, and what follows from them."""

from __future__ import annotations

from typing import Final

EVENTS: Final = "events"
"""Key: the stream. Everything recorded, by tables, links and desks."""
LINKS: Final = "links"
"""Key: the link. Legs and control, re-keyed from `events`."""
METERS: Final = "meters"
"""Key: the link. What the keeper decided."""
FINDINGS: Final = "findings"
"""Key: the stream of the findings. What the examiner found."""
CHECKPOINTS: Final = "checkpoints"
QUARANTINE: Final = "quarantine"
"""What could not be applied, with its position and all its bytes."""

TOPICS: Final = (EVENTS, LINKS, METERS, FINDINGS, CHECKPOINTS, QUARANTINE)
READ: Final = (EVENTS, LINKS, METERS, FINDINGS, QUARANTINE)
"""Those that read models are made of."""
