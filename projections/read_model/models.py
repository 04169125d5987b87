"""Which read model each source topic is folded into."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from events.topics import EVENTS, FINDINGS, LINKS, METERS, QUARANTINE
from projections.read_model.events_model import EventsModel
from projections.read_model.findings_model import FindingsModel
from projections.read_model.links_model import LinksModel
from projections.read_model.meters_model import MetersModel
from projections.read_model.quarantine_model import QuarantineModel
from projections.read_model.tables import Model

MODELS: Final[dict[str, Callable[[bytes | None], Model]]] = {
    EVENTS: EventsModel,
    LINKS: LinksModel,
    METERS: MetersModel,
    FINDINGS: FindingsModel,
    QUARANTINE: QuarantineModel,
}
"""By source topic, in the order in which the embedded engine runs them."""
