"""Closed unions of bodies, for folds that `match` on one with `assert_never`: mypy names what nobody handled.

A type that joins one of these families is added here, and every fold that matches on it is then incomplete.
"""

from __future__ import annotations

from events.vocabulary.awards import AwardDocumented, EnvyPaid, FixedAwardValidated, ProgressiveLightVerified
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.links import (
    LinkAdjusted,
    LinkChangeRefused,
    LinkClosed,
    LinkDayClosed,
    LinkOpened,
    LinkRetired,
    LinkTermsChanged,
    LinkTransferred,
)
from events.vocabulary.marks import ClaimWhileHalted, StreamContinued, StreamHalted
from events.vocabulary.meters import (
    AwardCorrected,
    AwardLocked,
    AwardPaid,
    AwardReturned,
    AwardValidated,
    ContributionReversed,
    LegRefused,
    MeterAdjusted,
    MeterClosed,
    MeterContributed,
    MeterDayClosed,
    MeterOpened,
    MeterRetired,
    MeterTermsChanged,
    TableComplete,
    TableIncomplete,
    TableJoined,
)
from events.vocabulary.progressive import (
    BetsClosed,
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
    RoundVoided,
)
from events.vocabulary.table import SelectionsChanged, TableOpened
from events.vocabulary.transfers import TransferReceived, TransferRefused, TransferReturned, TransferSent

LegToEveryLink = TableOpened | SelectionsChanged | TableDayEnded | BetsClosed | RoundVoided
"""Bodies of a table with `legs`, one for each of its links."""

LegToOneLink = ProgressiveClaimed | ProgressiveValidated | ProgressiveRejected | ProgressivePaid
"""Bodies of a table that are themselves a leg, to their `link`."""

TableLeg = LegToEveryLink | LegToOneLink
"""Everything that a table sends to links."""

AwardEvent = (
    ProgressiveLightVerified
    | ProgressiveClaimed
    | ProgressiveValidated
    | ProgressiveRejected
    | AwardDocumented
    | ProgressivePaid
    | FixedAwardValidated
    | EnvyPaid
)
"""What people at a table do about an award, step by step."""

LinkChange = (
    LinkOpened | LinkTermsChanged | LinkClosed | LinkRetired | LinkAdjusted | LinkTransferred | LinkDayClosed
)
"""What people ask of a link: a change that they sign for."""

LinkControl = LinkChange | LinkChangeRefused
"""What people do to a link, and what was refused to them, on the link's own stream."""

TransferLeg = TransferSent | TransferReceived | TransferRefused
"""Records of one link's keeper that are legs to another link."""

RouterMark = StreamHalted | StreamContinued | ClaimWhileHalted
"""Marks about a stream that the router sends to a link."""

KeeperRecord = (
    MeterOpened
    | MeterTermsChanged
    | MeterClosed
    | MeterRetired
    | MeterAdjusted
    | MeterDayClosed
    | TableJoined
    | MeterContributed
    | ContributionReversed
    | AwardLocked
    | AwardValidated
    | AwardReturned
    | AwardCorrected
    | AwardPaid
    | LegRefused
    | TransferSent
    | TransferReceived
    | TransferRefused
    | TransferReturned
    | TableIncomplete
    | TableComplete
)
"""Everything that the keeper of a link records."""

LinkInput = TableLeg | LinkControl | TransferLeg | RouterMark
"""Everything that reaches a keeper on `links`."""
