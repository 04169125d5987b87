"""Closed unions of bodies, for folds that `match` on one with `assert_never`: mypy names what nobody handled.

A family whose types are all in one module is defined there, at its end; here are those that span several. A
type that joins a family is added to it, and every fold that matches on it is then incomplete.
"""

from __future__ import annotations

from events.vocabulary.awards import AwardDocumented, EnvyPaid, FixedAwardValidated, ProgressiveLightVerified
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.links import LinkControl
from events.vocabulary.marks import RouterMark
from events.vocabulary.meters import MeterRecord
from events.vocabulary.play import RoundClosed, RoundOpened
from events.vocabulary.progressive import BetsClosed, LegToOneLink, RoundVoided
from events.vocabulary.table import SelectionsChanged, TableClosed, TableOpened
from events.vocabulary.transfers import TransferLeg, TransferRecord

RoundEnded = RoundOpened | RoundClosed | TableClosed
"""What shows that the last round of a table is over: it sends the wagers that are still to be sent."""

LegToEveryLink = BetsClosed | RoundVoided | TableOpened | SelectionsChanged | TableDayEnded | RoundEnded
"""Bodies of a table with `legs`, to several of its links."""

TableLeg = LegToEveryLink | LegToOneLink
"""Everything that a table sends to links."""

AwardEvent = LegToOneLink | ProgressiveLightVerified | AwardDocumented | FixedAwardValidated | EnvyPaid
"""What people at a table do about an award, step by step."""

KeeperRecord = MeterRecord | TransferRecord
"""Everything that the keeper of a link records."""

LinkInput = TableLeg | LinkControl | TransferLeg | RouterMark
"""Everything that reaches a keeper on `links`."""
