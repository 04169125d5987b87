"""Actual against theoretical hold, from what the read model holds of play."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final, NamedTuple

from projections.ledger.actual_hold import ActualHold, Played, actual_hold
from streams.read_model.store import ReadStore

_PLAYED: Final = """
SELECT rulebook, paytables, options, wager, stake_mc, sum(wagers) AS wagers, sum(returned_mc) AS returned_mc,
  sum(paid_mc) AS paid_mc, sum(house_mc) AS house_mc
FROM play LEFT JOIN selections AS s ON s.stream = play.stream AND s.seq = play.selections_seq
WHERE play.gaming_day BETWEEN :first AND :last
GROUP BY rulebook, paytables, options, wager, stake_mc
"""
_CLAIMED: Final = """
SELECT s.rulebook, s.paytables, s.options, s.units, claim.wager, claim.hand
FROM award_steps AS claim JOIN selections AS s ON s.stream = claim.stream AND s.seq = (
  SELECT max(seq) FROM selections WHERE stream = claim.stream AND seq < claim.seq)
WHERE claim.step = 'claimed' AND claim.mode = 'live' AND claim.gaming_day BETWEEN :first AND :last
  AND NOT EXISTS (SELECT 1 FROM award_steps AS later WHERE later.stream = claim.stream
    AND later.step = 'rejected' AND later.mode = 'live' AND later.claim_seq = claim.seq)
"""
_ALWAYS: Final = ("0000-00-00", "9999-99-99")


def hold_report(
    store: ReadStore, first_day: str = _ALWAYS[0], last_day: str = _ALWAYS[1]
) -> list[ActualHold]:
    """The hold of every wager that was settled on these gaming days, first and last included."""
    span = {"first": first_day, "last": last_day}
    with store.at_one_moment():
        settled, claims = store.select(_Settled, _PLAYED, span), store.select(_Claim, _CLAIMED, span)
    read = _Read()
    return actual_hold(
        [*(_played(each, read) for each in settled), *(_claimed(each, read) for each in claims)]
    )


class _Read(dict[str, dict[str, Any]]):
    """Selections as they were read: many wagers have the same."""

    def __missing__(self, text: str) -> dict[str, Any]:
        value: dict[str, Any] = json.loads(text)
        self[text] = value
        return value


class _Settled(NamedTuple):
    """Wagers of one stake under one set of selections; None for a table that had none."""

    rulebook: str | None
    paytables: str | None
    options: str | None
    wager: str
    stake_mc: int
    wagers: int
    returned_mc: int
    paid_mc: int
    house_mc: int


class _Claim(NamedTuple):
    """A claim that was not rejected, and the selections it was made under."""

    rulebook: str
    paytables: str
    options: str
    units: str
    wager: str
    hand: str


def _played(row: _Settled, read: _Read) -> Played:
    return Played(
        row.rulebook or "",
        read[row.paytables or "{}"],
        read[row.options or "{}"],
        row.wager,
        row.stake_mc,
        row.wagers,
        row.returned_mc,
        row.paid_mc,
        row.house_mc,
    )


def _claimed(row: _Claim, read: _Read) -> Played:
    """A claim as play without wagers: the wagers themselves are in `play`."""
    return Played(
        row.rulebook,
        read[row.paytables],
        read[row.options],
        row.wager,
        stake_mc=read[row.units].get(row.wager, 0),
        wagers=0,
        returned_mc=0,
        paid_mc=0,
        house_mc=0,
        hands=Counter([row.hand]),
    )
