"""Money when the world has come to rest: summed up from `events` and from what records say, never decided.

What wagers put in is on the meters, or went to awards, or to another link, to the last 1/10,000 of a
millicent; nothing is left in transit; and the ledger in the read model says the same, on days that are open.
"""

from __future__ import annotations

import json
from typing import Any

from events.body import body_fields, read_body, unpack_body
from events.envelope import Event, read_header
from tests.simulation.oracle import Truth
from tests.simulation.world import Violation, World

UNIT = 10_000
"""Meters are exact in 1/10,000 of a millicent."""

Records = list[tuple[Event, dict[str, Any]]]
Refused = dict[tuple[str, int], set[int]]
Transfer = tuple[str, str, int, int]
"""From which link to which, its number, its amount."""


def check_money(world: World, chains: dict[str, list[bytes]], truth: Truth) -> None:
    """Raise `Violation` at the first thing that does not add up."""
    records = {
        link: [(event := read_header(value), body_fields(read_body(event))) for value in chain]
        for link, chain in chains.items()
    }
    for link, decided in records.items():
        check_meters_hold(link, decided, truth)
    check_transfers(records)
    check_ledger(world.read_model.tables["entries"], records)


def check_meters_hold(link: str, decided: Records, truth: Truth) -> None:
    """Seeds and contributions are on the meters, or went elsewhere; no meter is ever below nought."""
    legs = [event for event, _ in truth.legs.get(link, ()) if event.mode == "live"]
    units = put_in(link, legs, refused_and_due_back(decided))
    units += UNIT * sum(added(event.type, body) for event, body in decided)
    off = on_meters(decided[-1][1]) - units
    if off:
        raise Violation("doubled" if off > 0 else "lost", f"{link}: {off} units of money too much")
    for event, body in decided:
        if any(amount < 0 for b in body["balances"] for name, amount in b.items() if name != "meter"):
            raise Violation("wrong", f"{link} record {event.seq}: a meter is below nought")


def refused_and_due_back(decided: Records) -> Refused:
    """By what was sent, the seats whose stakes were set aside; 0 where all of it was refused."""
    refused: Refused = {}
    for event, body in decided:
        source = (body["source_stream"], body["source_seq"])
        if event.type == "leg_refused":
            refused.setdefault(source, set()).add(0)
        elif event.type == "stake_due_back":
            refused.setdefault(source, set()).update(stake["seat"] for stake in body["stakes"])
    return refused


def put_in(link: str, legs: list[Event], refused: Refused) -> int:
    """Seeds and contributions less what was returned, in units, from the events alone."""
    openings = [e for e in legs if e.type == "link_opened" and (e.stream, e.seq) not in refused]
    terms = unpack_body(openings[0])["meters"] if openings else []
    share = sum(meter["primary_bp"] + meter["reserve_bp"] for meter in terms)
    units: int = UNIT * sum(meter["seed_mc"] for meter in terms)
    at_stake: dict[str, tuple[str | None, dict[int, int]]] = {}
    for event in legs:
        if event.type == "bets_closed":
            aside = refused.get((event.stream, event.seq), set())
            wagers = {w["seat"]: w["amount_mc"] for w in own_part(unpack_body(event), link)["wagers"]}
            fed = {seat: mc for seat, mc in wagers.items() if not aside & {0, seat}}
            round_, before = at_stake.get(event.stream, (None, {}))
            at_stake[event.stream] = (event.round, {**(before if round_ == event.round else {}), **fed})
            units += sum(fed.values()) * share
        elif event.type == "round_voided" and (event.stream, event.seq) not in refused:
            round_, wagers = at_stake.get(event.stream, (None, {}))
            if round_ == event.round:
                returned = own_part(unpack_body(event), link)["seats"]
                units -= sum(wagers.pop(seat, 0) for seat in returned) * share
    return units


def own_part(body: dict[str, Any], link: str) -> dict[str, Any]:
    """The leg of an event that is for a link."""
    return next(part for part in body["legs"] if part["link"] == link)


def added(type_: str, body: dict[str, Any]) -> int:
    """What a record says was added to the meters other than by wagers, in millicents."""
    match type_:
        case "award_locked":
            return int(body["reseed_mc"] - body["amount_mc"])
        case "award_returned":
            house = body["house_mc"] - body["reseed_back_mc"]
            return int(body["unpaid_mc"] + body["beyond_mc"] - body["corrected_mc"] + house)
        case "contribution_reversed":
            return int(body["house_mc"])
        case "meter_adjusted" | "transfer_received" | "transfer_returned":
            return int(body["amount_mc"])
        case "transfer_sent":
            return -int(body["amount_mc"])
    return 0


def on_meters(body: dict[str, Any]) -> int:
    """All balances of a record in units."""
    total: int = sum(
        UNIT * (b["primary_mc"] + b["reserve_mc"]) + b["primary_residual"] + b["reserve_residual"]
        for b in body["balances"]
    )
    return total


def check_transfers(records: dict[str, Records]) -> None:
    """What left a link arrived at the other one, or came back: once."""
    sent: list[Transfer] = []
    done: list[Transfer] = []
    refused: list[Transfer] = []
    back: list[Transfer] = []
    for link, decided in records.items():
        for event, body in decided:
            match event.type:
                case "transfer_sent":
                    sent.append((link, body["to_link"], body["leg"], body["amount_mc"]))
                case "transfer_received":
                    done.append((body["from_link"], link, body["number"], body["amount_mc"]))
                case "transfer_refused":
                    refused.append((body["from_link"], link, body["number"], body["amount_mc"]))
                case "transfer_returned":
                    back.append((link, body["to_link"], body["number"], body["amount_mc"]))
    for what, got, wanted in (("answers", done + refused, sent), ("returns", back, refused)):
        if sorted(got) != sorted(wanted):
            kind = "lost" if len(got) < len(wanted) else "doubled" if len(got) > len(wanted) else "wrong"
            odd = sorted({*got} ^ {*wanted}) or "one of them twice"
            raise Violation(kind, f"transfers: {what} are {len(got)}, not {len(wanted)}: {odd}")


def check_ledger(entries: dict[Any, Any], records: dict[str, Records]) -> None:
    """The ledger balances, ends where the meters do, and posts nothing to a day that was closed before."""
    in_transit = 0
    for link, decided in records.items():
        totals: dict[str, int] = {}
        closed = ""
        for event, body in decided:
            row = entries.get((link, event.seq))
            if row is not None:
                postings = json.loads(row.postings)
                if sum(UNIT * mc + nano for _, _, _, mc, nano in postings):
                    raise Violation("wrong", f"ledger: {link} entry {event.seq} does not balance")
                for account, _, _, mc, nano in postings:
                    totals[account] = totals.get(account, 0) + UNIT * mc + nano
                if row.day <= closed or row.of_day != event.gaming_day:
                    raise Violation("wrong", f"ledger: {link} entry {event.seq} is of a day that was closed")
            if event.type == "meter_day_closed":
                closed = max(closed, body["day"])
        owed = -sum(totals.get(account, 0) for account in ("primary", "reserve", "residual"))
        if decided and owed != on_meters(decided[-1][1]):
            raise Violation("lost", f"ledger: {link} ends at {owed} units, not where its meters do")
        in_transit += totals.get("in_transit", 0)
    if in_transit:
        raise Violation("lost", f"ledger: {in_transit} units are still in transit")
