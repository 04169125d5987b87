"""What the recorder knows of a gaming table, and what it makes of a draft: the pure part of recording.

`decide` gives back the draft as it will stand in the log: as it came, with what the system fills in (legs,
what a round is played under), or as a refusal. `evolve` follows what was recorded. Facts are never refused
for being wrong; the few things that the system itself decides are in `DECIDERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgpack

from events.body import Body, checked, newest_fields, parse_body
from events.envelope import Event
from events.jsonform import Draft
from events.money import text
from events.vocabulary.play import WagerRefused
from events.vocabulary.table import TableRefused
from projections.recording.house_rules import limit_problem, progressive_by

ROUND_OPENED: Final = "round_opened"
"""The last of these, and what follows it, is all that a recorder needs to go on after a crash."""


class HistoryNeeded(Exception):
    """The table once fed a link that its last round does not tell of: fold the whole stream, decide again."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A progressive wager on offer: the link that it feeds and the one amount that the link takes."""

    wager: str
    link: str
    unit_mc: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """A progressive wager that the system has taken in this round."""

    seat: int
    wager: str
    link: str
    amount_mc: int
    mode: str


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as its recorder sees it.

    `legs` is the last leg sent to each link; with `whole` it holds every link that the table ever fed.
    `locked` are the systems (value chips, electronic) that take no wager until the next round opens.
    """

    whole: bool = True
    rulebook: str = ""
    rulebook_sha256: str = ""
    offers: tuple[Offer, ...] = ()
    legs: Mapping[str, int] = field(default_factory=dict)
    round_open: bool = False
    locked: frozenset[str] = frozenset()
    accepted: tuple[Accepted, ...] = ()

    @property
    def links(self) -> tuple[str, ...]:
        """The links that the table feeds, in the order of its offers."""
        return tuple(dict.fromkeys(offer.link for offer in self.offers))

    def last_leg(self, link: str) -> int:
        """The number of the last leg that was sent to a link."""
        if link not in self.legs and not self.whole:
            raise HistoryNeeded(link)
        return self.legs.get(link, 0)


def decide(state: TableState, draft: Draft) -> Draft:
    """The draft as it will be recorded; of another type where it is refused."""
    decider = DECIDERS.get(draft.type)
    return draft if decider is None else decider(state, draft, msgpack.unpackb(draft.body))


def evolve(state: TableState, event: Event) -> TableState:
    """The state after an event of the table's stream."""
    evolver = EVOLVERS.get(event.type)
    return state if evolver is None else evolver(state, event, stored_fields(event))


def fold(state: TableState, events: Iterable[Event]) -> TableState:
    """The state after several events."""
    for event in events:
        state = evolve(state, event)
    return state


def stored_fields(event: Event) -> dict[str, Any]:
    """The fields of a stored body, in the newest version."""
    return newest_fields(event)


def refusal(draft: Draft, body: Body) -> Draft:
    """The event that stands for a refused draft."""
    return draft._replace(type=body.TYPE, schema=body.SCHEMA, body=checked(body).to_bytes())


def _with(draft: Draft, fields: dict[str, Any]) -> Draft:
    return draft._replace(body=msgpack.packb(fields, use_bin_type=True))


# --- what the system fills in -----------------------------------------------------------------------------


def _open_round(state: TableState, draft: Draft, fields: dict[str, Any]) -> Draft:
    """A round says what it is played under; before any table opened it keeps what it came with."""
    if state.rulebook:
        fields["rulebook"] = state.rulebook
        fields["rulebook_sha256"] = state.rulebook_sha256
        fields["progressives"] = [
            {"wager": offer.wager, "link": offer.link, "unit_wager_mc": offer.unit_mc}
            for offer in state.offers
        ]
    for progressive in fields["progressives"]:
        progressive["legs_sent"] = state.last_leg(progressive["link"])
    return _with(draft, fields)


def _close_bets(state: TableState, draft: Draft, fields: dict[str, Any]) -> Draft:
    """One leg a link, with the wagers that the system took, or none, so that the link hears of the table.

    Wagers in a mode of their own (a test beside live play) are not this event's to send.
    """
    legs = {
        link: [
            {"seat": wager.seat, "wager": wager.wager, "amount_mc": wager.amount_mc}
            for wager in sorted(state.accepted, key=lambda accepted: accepted.seat)
            if wager.link == link and wager.mode == draft.mode
        ]
        for link in state.links
    }
    for leg in fields["legs"]:
        legs.setdefault(leg["link"], leg["wagers"])
    fields["legs"] = [
        {"link": link, "leg": state.last_leg(link) + 1, "wagers": wagers} for link, wagers in legs.items()
    ]
    return _with(draft, fields)


def _void_round(state: TableState, draft: Draft, fields: dict[str, Any]) -> Draft:
    """One leg a link, with the seats whose progressive stakes the client says were returned."""
    seats: dict[str, list[int]] = {link: [] for link in state.links}
    for leg in fields["legs"]:
        seats[leg["link"]] = seats.get(leg["link"], []) + list(leg["seats"])
    fields["legs"] = [
        {"link": link, "leg": state.last_leg(link) + 1, "seats": returned} for link, returned in seats.items()
    ]
    return _with(draft, fields)


def _end_day(state: TableState, draft: Draft, fields: dict[str, Any]) -> Draft:
    """Every link of the table hears that nothing more of the day will come."""
    fields["legs"] = _plain_legs(state, state.links)
    return _with(draft, fields)


def _plain_legs(state: TableState, links: Iterable[str]) -> list[dict[str, Any]]:
    return [{"link": link, "leg": state.last_leg(link) + 1} for link in links]


def _number_leg(state: TableState, draft: Draft, fields: dict[str, Any]) -> Draft:
    fields["leg"] = state.last_leg(fields["link"]) + 1
    return _with(draft, fields)


# --- what the system refuses ------------------------------------------------------------------------------


def _place_wager(state: TableState, draft: Draft, fields: dict[str, Any]) -> Draft:
    """A progressive wager is the system's to take, any other is a fact (§ 678a.2(c), § 678a.7(d)(4))."""
    offer = next((offer for offer in state.offers if offer.wager == fields["wager"]), None)
    if offer is None:
        return draft
    problem = _wager_problem(state, offer, fields)
    if problem is None:
        return draft
    code, reason = problem
    return refusal(draft, parse_body(WagerRefused.TYPE, {**fields, "code": code, "reason": reason}))


def _wager_problem(state: TableState, offer: Offer, fields: dict[str, Any]) -> tuple[str, str] | None:
    by = progressive_by(state.rulebook, offer.wager)
    if not state.round_open:
        return "no_round", "no round is open: progressive wagers are taken from its opening to no more bets"
    if _system(by) in state.locked:
        return "lock_out", "no more bets: progressive wagers are locked out until the next round"
    if by is not None and fields["instrument"] != by:
        return _WRONG_INSTRUMENT[by]
    if fields["amount_mc"] != offer.unit_mc:
        return "other_unit", f"the link {offer.link} takes {text(offer.unit_mc)} and no other amount"
    if any(a.seat == fields["seat"] and a.wager == offer.wager for a in state.accepted):
        return "duplicate", f"seat {fields['seat']} has this wager already: the link takes one a round"
    return None


_WRONG_INSTRUMENT: Final = {
    "value_chip": ("not_value_chip", "this wager is taken by value chip only"),
    "electronic": ("not_electronic", "this wager is taken electronically only"),
}


def _system(by: str | None) -> str:
    """The system that takes a wager: what is not electronic is taken by the progressive system."""
    return "electronic_wagering" if by == "electronic" else "progressive"


def _select(state: TableState, draft: Draft, fields: dict[str, Any]) -> Draft:
    """A payout limit must keep to its floor when a table opens, and when its selections change (x.12).

    The links of what is on offer from now on hear by which parameters the table plays.
    """
    problem = limit_problem(
        fields["rulebook"], fields["payout_limit_mc"], fields["minimum_wager_mc"], fields["boxes_per_player"]
    )
    if problem is None:
        links = dict.fromkeys(offered["link"] for offered in fields["progressives"])
        fields["legs"] = _plain_legs(state, links)
        return _with(draft, fields)
    body = TableRefused(
        attempted="open" if draft.type == "table_opened" else "change",
        rulebook=fields["rulebook"],
        code=problem.code,
        reason=problem.reason,
        section=problem.section,
    )
    return refusal(draft, body)


Decider = Callable[[TableState, Draft, dict[str, Any]], Draft]
DECIDERS: Final[dict[str, Decider]] = {
    "table_opened": _select,
    "selections_changed": _select,
    "table_day_ended": _end_day,
    ROUND_OPENED: _open_round,
    "wager_placed": _place_wager,
    "bets_closed": _close_bets,
    "round_voided": _void_round,
    "progressive_claimed": _number_leg,
    "progressive_validated": _number_leg,
    "progressive_rejected": _number_leg,
    "progressive_paid": _number_leg,
}
"""Everything that is not recorded exactly as it comes."""


# --- what was recorded ------------------------------------------------------------------------------------


def _offers(progressives: Iterable[dict[str, Any]]) -> tuple[Offer, ...]:
    return tuple(Offer(p["wager"], p["link"], p["unit_wager_mc"]) for p in progressives)


def _selected(state: TableState, event: Event, fields: dict[str, Any]) -> TableState:
    return replace(
        _legs_sent(state, event, fields),
        rulebook=fields["rulebook"],
        rulebook_sha256=fields["rulebook_sha256"],
        offers=_offers(fields["progressives"]),
    )


def _round_opened(state: TableState, _event: Event, fields: dict[str, Any]) -> TableState:
    sent = {p["link"]: p["legs_sent"] for p in fields["progressives"]}
    return replace(
        state,
        rulebook=fields["rulebook"],
        rulebook_sha256=fields["rulebook_sha256"],
        offers=_offers(fields["progressives"]),
        legs=_later(state.legs, sent),
        round_open=True,
        locked=frozenset(),
        accepted=(),
    )


def _later(legs: Mapping[str, int], sent: Mapping[str, int]) -> dict[str, int]:
    """Numbers never go back, whatever an imported event says."""
    return {**legs, **{link: max(leg, legs.get(link, 0)) for link, leg in sent.items()}}


def _wager_placed(state: TableState, event: Event, fields: dict[str, Any]) -> TableState:
    for offer in state.offers:
        if offer.wager == fields["wager"]:
            taken = Accepted(fields["seat"], offer.wager, offer.link, fields["amount_mc"], event.mode)
            return replace(state, accepted=(*state.accepted, taken))
    return state


def _wager_withdrawn(state: TableState, _event: Event, fields: dict[str, Any]) -> TableState:
    """What is taken back before "no more bets" feeds no link."""
    left = fields["amount_mc"]
    kept = []
    for wager in state.accepted:
        if (wager.seat, wager.wager) != (fields["seat"], fields["wager"]):
            kept.append(wager)
            continue
        taken = min(left, wager.amount_mc)
        left -= taken
        if taken < wager.amount_mc:
            kept.append(replace(wager, amount_mc=wager.amount_mc - taken))
    return replace(state, accepted=tuple(kept))


def _locked_out(state: TableState, _event: Event, fields: dict[str, Any]) -> TableState:
    return replace(state, locked=state.locked | {fields["system"]})


def _bets_closed(state: TableState, event: Event, fields: dict[str, Any]) -> TableState:
    """What was sent is sent: a second "no more bets" in the same round finds nothing left."""
    sent = {leg["link"] for leg in fields["legs"]}
    left = tuple(w for w in state.accepted if w.link not in sent or w.mode != event.mode)
    locked = frozenset({"progressive", "electronic_wagering"})
    return replace(_legs_sent(state, event, fields), locked=locked, accepted=left)


def _legs_sent(state: TableState, _event: Event, fields: dict[str, Any]) -> TableState:
    return replace(state, legs=_later(state.legs, {leg["link"]: leg["leg"] for leg in fields["legs"]}))


def _leg_sent(state: TableState, _event: Event, fields: dict[str, Any]) -> TableState:
    return replace(state, legs=_later(state.legs, {fields["link"]: fields["leg"]}))


def _round_voided(state: TableState, event: Event, fields: dict[str, Any]) -> TableState:
    return replace(_legs_sent(state, event, fields), round_open=False, accepted=())


def _round_over(state: TableState, _event: Event, _fields: dict[str, Any]) -> TableState:
    return replace(state, round_open=False, accepted=())


EVOLVERS: Final[dict[str, Callable[[TableState, Event, dict[str, Any]], TableState]]] = {
    "table_opened": _selected,
    "selections_changed": _selected,
    ROUND_OPENED: _round_opened,
    "wager_placed": _wager_placed,
    "wager_withdrawn": _wager_withdrawn,
    "lock_out_engaged": _locked_out,
    "bets_closed": _bets_closed,
    "round_voided": _round_voided,
    "round_closed": _round_over,
    "table_closed": _round_over,
    "table_day_ended": _legs_sent,
    "progressive_claimed": _leg_sent,
    "progressive_validated": _leg_sent,
    "progressive_rejected": _leg_sent,
    "progressive_paid": _leg_sent,
}
"""Everything that changes what the recorder knows."""
