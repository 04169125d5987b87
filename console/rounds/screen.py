"""A round on one screen for people: cards, wagers, decisions, due beside done, who was there, both clocks.

What does not fit is behind an option: the timeline. Red is never the only sign: amounts that differ have one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from console.cases.shown import payment_text
from console.commands.ledger.shortfalls import borne_in_words
from console.findings.shown import show_of_round
from console.printing.colour import BOLD_RED, RED, RED_CARDS, print_painted
from console.printing.lines import page_width, print_lines, spoken, wrapped
from console.rounds.events import Trouble
from console.rounds.shown import RoundShown
from console.rounds.verdict_screen import hands_of, show_verdict
from console.wording.local_time import at_local_clock, local_clock, local_day
from console.wording.people import shortly
from events.money import text
from events.vocabulary.play import DecisionMade, WagerRefused
from projections.rounds.view import AwardView, RoundView, SeatView
from projections.rounds.words import in_words

_HAPPENED: Final = 27
"""Where a line that goes on about an event begins."""
_SEAT: Final = 17
"""Where what happened at a seat begins."""
_NAMED_BY: Final = (("slip", "slip"), ("claim_seq", "claim"))
"""What a step of an award is known by, and the word for it."""
_ALARM: Final = re.compile(
    r"^ *(missing|damaged|quarantined|not counted|contradiction|discrepancy):.*", re.DOTALL
)
_TROUBLES: Final = 2
"""So many of a kind are shown."""
_MOMENTS: Final = {"deal": "", "preflop": " before the flop"}


def show_round(shown: RoundShown) -> None:
    """The round: what it was played under and who was there, the cards, each seat, then due beside done."""
    _show_heading(shown)
    for what, each in groupby(shown.troubles, lambda trouble: trouble.what):
        _show_troubles(what.replace("_", " "), [*each])
    for words in shown.discrepancies:
        _say(f"discrepancy: {words}", 2)
    _show_cards(shown)
    hands = hands_of(shown.verdict)
    for number in sorted(shown.view.seats, reverse=True):
        _show_seat(shown, number, hands.get(number, ()))
    for irregular in shown.view.irregularities:
        print_lines(f"irregularity: {irregular.what.replace('_', ' ')}: {in_words(irregular.body)}", 2)
    for shortfall in shown.borne:
        print_lines(f"{shortfall.link}: {borne_in_words(shortfall)}", 2)
    print()
    show_verdict(shown.view, shown.verdict, shown.instead)
    show_of_round(shown.findings)
    for payment in shown.case_payments:
        print_lines(f"Case {payment.name} paid {payment_text(payment)}")


def show_timeline(view: RoundView) -> None:
    """Event by event, by the device's clock."""
    # Names that are longer than the others would push what happened out of its column.
    wide = max((len(happening.type) for happening in view.timeline), default=0)
    for day, happenings in groupby(view.timeline, lambda happening: local_day(happening.occurred_at_us)):
        print(f"  {day}")
        for each in happenings:
            at = local_clock(each.occurred_at_us)
            print_lines(f"{each.seq:>6}  {at}  {each.type:<{wide}} {each.words}", 2, _HAPPENED)


def _say(words: str, indent: int = 0, further: int | None = None) -> None:
    """A line that fits, cards in colour."""
    line = wrapped(spoken(words), page_width(sys.stdout), indent, further)
    print_painted(line, (RED_CARDS, RED), (_ALARM, BOLD_RED))


def _show_troubles(what: str, troubles: Sequence[Trouble]) -> None:
    """What is wrong with the record; of many of a kind the first, and how many more."""
    for trouble in troubles[:_TROUBLES]:
        _say(f"{what}: {_where(trouble)}{trouble.why}", 2)
    if len(troubles) > _TROUBLES:
        _say(f"{what}: and {len(troubles) - _TROUBLES} more, to event {troubles[-1].seq or '?'}", 2)


def _where(trouble: Trouble) -> str:
    """The place of what is wrong, where the words do not name it."""
    if trouble.what not in ("quarantined", "not_counted"):
        return ""
    return f"offset {trouble.offset}: " if trouble.seq is None else f"event {trouble.seq}: "


def _show_heading(shown: RoundShown) -> None:
    view, limit, terms = shown.view, shown.limit, shown.terms
    _say(f"Round {view.round} at {view.table}, gaming day {view.gaming_day}: {view.status}")
    mode = "" if view.mode == "live" else f", {view.mode} play"
    _say(
        f"{view.rulebook or 'no rulebook recorded'}, dealer {view.dealer_badge or '?'}, "
        f"events {view.first_seq} to {view.last_seq}{mode}",
        2,
    )
    selected = [f"{wager} {letter}" for wager, letter in terms.paytables.items()]
    selected += [f"{name} {_plainly(value)}" for name, value in terms.options.items()]
    selected += [f"{terms.boxes_per_player} boxes a player"] if terms.boxes_per_player > 1 else []
    dealing, shuffling = view.dealing or shown.crew.dealing, shown.crew.shuffling
    selected += [f"dealt by {dealing}"] if dealing else []
    selected += [f"shuffled by {shuffling}"] if shuffling else []
    if selected:
        _say(f"in force: {', '.join(selected)}".replace("_", " "), 2)
    if limit is not None:
        named = "named by the table" if limit.named else f"{limit.section}, not named by the table"
        _say(f"payout limit {text(limit.amount_mc)} ({named})", 2)
    _say(clocks_in_words(shown), 2)
    _say(who_in_words(shown), 2)


def _plainly(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def clocks_in_words(shown: RoundShown) -> str:
    """From when to when, and where the clock of the table and ours part."""
    clocks = shown.attendance.clocks
    last = at_local_clock(clocks.last_occurred_us)
    until = "" if last is None else f" to {last:%H:%M:%S}"
    first = at_local_clock(clocks.first_occurred_us)
    said = "" if first is None else f"{first:%Y-%m-%d %H:%M:%S}{until} {first:%Z} by the table's clock"
    if not clocks.apart:
        return f"{said}, recorded within a minute"
    seq, apart_us = max(clocks.apart, key=lambda each: abs(each[1]))
    by = _span(abs(apart_us) // 1_000_000)
    how = "after" if apart_us > 0 else "before"
    return (
        f"{said}; the clocks part by more than a minute at {len(clocks.apart)} of its events: "
        f"event {seq} was recorded {by} {how} it"
    )


def _span(seconds: int) -> str:
    """A span of time by its two largest units."""
    minutes, hours, days = seconds // 60, seconds // 3_600, seconds // 86_400
    if days:
        return f"{days} d {hours % 24} h"
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min {seconds % 60} s"


def who_in_words(shown: RoundShown) -> str:
    """Everybody who was there: staff by their badges, and whose the boxes are."""
    known = {shown.view.dealer_badge, shown.crew.floorperson}
    said = [f"floorperson {shown.crew.floorperson}"] if shown.crew.floorperson else []
    for seen in shown.attendance.badges.values():
        about = [seen.rank or "", *(role for role in seen.roles if role not in ("dealer", seen.rank))]
        if seen.badge not in known:
            named = ", ".join(filter(None, about))
            said.append(f"{seen.badge} ({named})" if named else seen.badge)
    players = [
        f"seat {seat} {shortly(player)}" for seat, player in sorted(shown.players.items(), reverse=True)
    ]
    said += [f"players: {', '.join(players)}"] if players else []
    return "; ".join(said) or "nobody is named"


def _cards(cards: Sequence[str | None]) -> str:
    return " ".join(card or "??" for card in cards) or "-"


def _show_cards(shown: RoundShown) -> None:
    view, places = shown.view, shown.cards
    for area, cards in sorted(view.areas.items()):
        _say(f"{area:<14} {_cards(cards)}{_known_later(shown, area)}", 2, _SEAT)
    if view.burned:
        _say(f"{'burned':<14} {_cards(view.burned)}", 2, _SEAT)
    counted = [f"{len(cards)} {place.replace('_', ' ')}" for place, cards in places.of.items()]
    unread = f"; {len(places.unread)} never read" if places.unread else ""
    _say(f"{'all 52 cards':<14} {', '.join(counted)}{unread}", 2, _SEAT)
    for contradiction in places.contradictions:
        _say(f"contradiction: {contradiction}", 2)


def _known_later(shown: RoundShown, place: str) -> str:
    """Cards of a place that were read after the moment that is shown."""
    parts = [place, f"{place} tucked", f"{place} high", f"{place} low"]
    later = [
        (card, since)
        for part in parts
        for card, since in zip(
            shown.cards.of.get(part, ()), shown.cards.known_from.get(part, ()), strict=True
        )
        if since is not None and since > shown.cards.seq
    ]
    if not later:
        return ""
    return f"   read at event {max(since for _, since in later)}: {_cards([card for card, _ in later])}"


def _show_seat(shown: RoundShown, number: int, hands: Sequence[str]) -> None:
    seat = shown.view.seats[number]
    wagers = ", ".join(f"{name} {text(mc) if mc else 'taken back'}" for name, mc in seat.wagers.items())
    later = _known_later(shown, f"seat {number}")
    told = "; ".join(filter(None, [wagers, *_told(seat, hands)]))
    _say(f"{f'seat {number}':<14} {_cards(seat.cards)}   {told}{later}", 2, _SEAT)
    for award in seat.awards:
        _show_award(award, shown.refused)
    for step in shown.meter_steps:
        if step.seat == number:
            reserve = ""
            if (step.reserve_before_mc, step.reserve_after_mc) != (0, 0):
                reserve = f", reserve {text(step.reserve_before_mc)} to {text(step.reserve_after_mc)}"
            print_lines(
                f"{step.link} {step.meter}: {text(step.before_mc)} before, {text(step.after_mc)} after "
                f"claim {step.claim_seq} was {step.status}{reserve} (record {step.record})",
                _SEAT,
            )


def _told(seat: SeatView, hands: Sequence[str]) -> list[str]:
    """What a player did beside the wagers: a decision that made a wager at the deal is among those."""
    told = [_decided(each) for each in seat.decisions if each.wager is None or each.at != "deal"]
    told += [f"{name} {_cards(hand)}" for name, hand in seat.set_hands.items()]
    told += map(_refused, seat.refused)
    told += ["abandoned"] if seat.abandoned else []
    return told + [hand for hand in hands if hand not in ("folded", "forfeited")]


def _decided(decision: DecisionMade) -> str:
    at = _MOMENTS.get(decision.at, f" at the {decision.at}")
    if decision.wager is None:
        return f"{decision.action}{at}"
    made = "" if decision.wager == decision.action else f" {decision.wager}"
    return f"{decision.action}{made} {text(decision.amount_mc)}{at}"


def _refused(refused: WagerRefused) -> str:
    return f"refused {refused.wager} {text(refused.amount_mc)}: {refused.reason}"


def _show_award(award: AwardView, refused: Mapping[int, str]) -> None:
    facts: dict[str, Any] = award.plain()
    amount = f" {text(facts['amount_mc'])}" if "amount_mc" in facts else ""
    won = f" {facts['hand']}" if "hand" in facts else ""
    more = "".join(f", {word} {facts[name]}" for name, word in _NAMED_BY if facts.get(name))
    print_lines(f"award {award.step}{amount}{won}{more} (event {award.seq})", _SEAT)
    if award.seq in refused:
        print_lines(f"refused: {refused[award.seq]}", _SEAT + 2)
