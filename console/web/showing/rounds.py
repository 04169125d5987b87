"""Rounds: found by table, seat and about when; and one of them, rebuilt, judged and drawn."""

from __future__ import annotations

from typing import Any, Final

from console.calls.wrong_call import WrongCall
from console.pages.round_page import event_shown, round_values
from console.pages.told_round import tell_round
from console.rounds.chosen import no_such_round
from console.rounds.found import ABOUT_US, Shows, When, round_json, rounds_asked, rounds_that_show
from console.rounds.gathered import gather_round
from console.rounds.judged import FoundRound
from console.rounds.shown import round_document
from console.rounds.verdict import WhatIf
from console.web.asked import Asked
from console.web.frame.lists import Cell, Column, Row, Way, Ways, row
from console.web.frame.places import address
from console.web.frame.words import clock, moment
from console.web.showing.asked_of_pages import tables
from console.web.showing.beside_round import beside, looked_for_case, news_of
from console.web.view import NotFound, View
from events.money import MC_PER_CENT
from events.times import time_text
from streams.read_model.queries.found_rounds import RoundsAsked, last_played_us
from streams.read_model.queries.rounds import RoundLocation, rounds_named

MOST: Final = 50
"""Rounds that are judged for a page; a narrower question finds the others."""
MOST_EXPORTED: Final = 2_000
"""Rounds that are judged for `.json` and `.csv`: of a question that finds more, none."""
_LOOKED_FOR_BY: Final = {"table", "seat", "around", "from", "to", "hand"}
"""Who asks by one of these looks for a round, and one that is the only one opens itself."""
COLUMNS: Final = (
    Column("round", "round", "id"),
    Column("at", "begun", "time"),
    Column("table", "table", "id"),
    Column("seats", "seats", "id"),
    Column("cards", "cards", "id"),
    Column("hand", "hand", wide=True),
    Column("staked", "staked", "money"),
    Column("paid", "paid", "money"),
    Column("due", "due", "money"),
    Column("difference", "difference", "difference"),
)


def rounds(asked: Asked) -> View:
    """The rounds that are asked for, nearest or latest first."""
    when = When(asked.typed.get("around"), asked.typed.get("from"), asked.typed.get("to"))
    shows = Shows(asked.get("hand"), bool(asked.get("differs")))
    seat = asked.get("seat")
    wanted = rounds_asked(asked.store, asked.get("table"), seat, when)
    in_all, is_page = wanted.count(asked.store), asked.form == "html"
    if not is_page and in_all > MOST_EXPORTED:
        raise WrongCall(
            f"{in_all:,} rounds would have to be judged, and {MOST_EXPORTED:,} are the most here: "
            "give a table, a seat or a time, or ask `pitledger rounds --json`"
        )
    located = wanted.found(asked.store, MOST if is_page else MOST_EXPORTED)
    judged = list(rounds_that_show(asked.log, asked.store, located, wanted, shows))
    rows = [_row(found, shows, seat) for found in judged]
    nothing, ways = _nothing(asked, wanted)
    list_ = asked.listed(COLUMNS, rows, nothing, ways)
    left = in_all - len(located)
    values = {"tables": tables(asked), "most": MOST, "left": left}
    if is_page and not left and len(list_.rows) == 1 and asked.typed.keys() & _LOOKED_FOR_BY:
        return View("", "Rounds", lambda: None, goes_to=list_.rows[0].href)

    def document() -> Any:
        """In the order of time, as the command gives them."""
        return [
            round_json(each, shows) for each in sorted(judged, key=lambda found: (found.at_us, found.table))
        ]

    return View("rounds.html", "Rounds", document, values, list_)


def _row(found: FoundRound, shows: Shows, seat: int | None) -> Row:
    due = None if found.due_cents is None else found.due_cents * MC_PER_CENT
    paid = found.paid_cents * MC_PER_CENT
    tone = "bad" if found.differs else "unknown" if due is None else ""
    place = address("/rounds/{round}", round=found.round) + (f"?seat={seat}" if seat else "")
    return row(
        f"{found.table}/{found.round}",
        href=place,
        tone=tone,
        round=Cell(found.round, href=place),
        at=found.at_us,
        table=found.table,
        seats=" ".join(map(str, found.seats)),
        cards=" ".join(card or "??" for card in found.cards),
        hand=found.hand(shows.hand),
        staked=found.staked_cents * MC_PER_CENT,
        paid=paid,
        due=due,
        difference=Cell(None if due is None else paid - due, tone=tone),
    )


def _nothing(asked: Asked, wanted: RoundsAsked) -> tuple[str, Ways]:
    """Why no round was found, and where one is."""
    if last_played_us(asked.store) is None:
        return "No round was played yet. `pitledger demo` or `pitledger import` brings some.", ()
    if wanted.table is not None and last_played_us(asked.store, wanted.table) is None:
        return f"No round was ever played at a table {wanted.table}.", ()
    if wanted.nearest_us is not None:
        return _nearest(asked, wanted, wanted.nearest_us)
    return "No round is like that: take a filter away, or ask for another time.", ()


def _nearest(asked: Asked, wanted: RoundsAsked, at_us: int) -> tuple[str, Ways]:
    """The round that is nearest to a moment about which none is, and an hour to either side of it."""
    said = f"No such round from {clock(at_us - ABOUT_US)} to {clock(at_us + ABOUT_US)}."
    near = RoundsAsked(wanted.table, wanted.seat, nearest_us=at_us).found(asked.store, 1)
    if not near:
        return f"{said} Seat {wanted.seat} was never in one.", ()
    span = {"from": time_text(at_us - 2 * ABOUT_US), "to": time_text(at_us + 2 * ABOUT_US)}
    found = near[0]
    first = Way(f"{found.round}, {moment(found.first_at_us)}", address("/rounds/{round}", round=found.round))
    return f"{said} Nearest:", (first, Way("Widen to 1 h", asked.here(around=None, **span)))


# --- one round --------------------------------------------------------------------------------------------


def round_(asked: Asked) -> View:
    """A round with its replay and verdict, opened at a moment or at its end."""
    of = located(asked)
    if asked.get("since") is not None:
        return news_of(asked, of)
    looked = looked_for_case(asked, of)
    instead = WhatIf(asked.get("rulebook"), asked.prefixed("paytable."), asked.prefixed("switch."))
    at = asked.get("at")
    told = tell_round(asked.log, asked.store, of, instead)
    before, after = _neighbours(asked, of)
    values = {
        **round_values(told, event_shown(told, at)),
        "before": before,
        "after": after,
        "mode": of.mode,
        "looked": looked,
        **beside(asked, of, told),
    }

    def document() -> Any:
        return round_document(gather_round(asked.log, asked.store, of, at, instead))

    return View("round-page.html", f"Round {of.round}", document, values)


def located(asked: Asked) -> RoundLocation:
    name, table = asked.places["round"], asked.get("table")
    named = rounds_named(asked.store, name)
    found = [each for each in named if table in (None, each.table)]
    found = [each for each in found if each.mode == (asked.get("mode") or found[0].mode)]
    if not found:
        words = f"{name} was not played so" if named else no_such_round(asked.store, name)
        raise NotFound(f"{words[:1].upper()}{words[1:]}.")
    if len(found) > 1:
        raise WrongCall(f"{name} was played at {', '.join(each.table for each in found)}: add ?table=")
    return found[0]


def _neighbours(asked: Asked, of: RoundLocation) -> tuple[str, str]:
    """The rounds of the table before this one and after it; empty where there is none."""
    at = of.first_at_us
    before = RoundsAsked(of.table, to_us=at).found(asked.store, 1)
    after = RoundsAsked(of.table, from_us=at + 1, earliest_first=True).found(asked.store, 1)
    return (before[0].round if before else ""), (after[0].round if after else "")
