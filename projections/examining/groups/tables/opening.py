"""T01–T15: what a table must have and show before it is played at (x.2, x.5(g), x.8(a))."""

from __future__ import annotations

from collections.abc import Iterator

from games.procedure.duties import Breach
from games.procedure.equipment import DEVICE, POSITIONS, SHOE, Opening, breaches_at_opening
from projections.examining.check import Check, Finder, Found, Moment

SEATS = ("player_seated", "boxes_changed", "wager_placed", "card_dealt", "stack_delivered")
SIGNS = {
    "T03": ("odds_not_shown", "payout_odds"),
    "T04": ("ante_returned_not_shown", "ante_returned"),
    "T05": ("qualifying_not_shown", "dealer_qualifies"),
    "T06": ("raise_limits_not_shown", "raise_limits"),
    "T07": ("ties_not_shown", "player_wins_ties"),
    "T08": ("payout_limit_not_shown", "payout_limit"),
}
APPROVALS = {
    "T02": ("layout_not_approved", "layout"),
    "T11": ("progressive_system_not_approved", "progressive_system"),
    "T12": ("electronic_wagering_not_approved", "electronic_wagering"),
    "T13": ("shoe_place_not_approved", SHOE),
    "T14": ("reshuffling_device_not_approved", DEVICE),
}


def lacking(moment: Moment) -> list[Breach]:
    """What the table lacks now, as `games` has it."""
    table, body = moment.table, moment.body
    assert table.selections is not None
    signs = {subject for subject, places in table.signs.items() if places}
    opening = Opening(
        offered=table.selections.offered,
        signs=signs,
        approvals=table.approvals,
        positions=table.positions,
        procedure=getattr(body, "dealing", None) or table.dealing,
        shuffling=table.shuffling,
        off_layout={subject for subject in signs if "layout" not in table.signs[subject]},
    )
    return breaches_at_opening(moment.book, opening)


def _lacks(subject: str) -> Finder:
    def find(moment: Moment) -> Iterator[Found]:
        for breach in lacking(moment):
            if breach.about == subject:
                yield _of(moment, breach)

    return find


def _lacks_sign(subject: str) -> Finder:
    """Never shown since the opening: what was taken away, or overtaken by a change, is another check's."""

    def find(moment: Moment) -> Iterator[Found]:
        if subject not in moment.table.removed_signs:
            yield from _lacks(subject)(moment)

    return find


def sign_taken_away(moment: Moment) -> Iterator[Found]:
    """T09: a sign that is required was taken away, and none of it is there when the next round opens."""
    for breach in lacking(moment):
        seq = moment.table.removed_signs.get(breach.about)
        if seq is not None:
            yield Found(
                breach.section,
                f"A sign that patrons must be able to read was taken away: {breach.about.replace('_', ' ')}.",
                breach.about,
                (seq,),
            )


def sign_outdated(moment: Moment) -> Iterator[Found]:
    """T10: what a sign says was changed by an updated submission, and no other was posted since."""
    table = moment.table
    assert table.selections is not None
    for requirement in moment.book.equipment:
        seq = table.outdated_signs.get(requirement.sign or "")
        if seq is not None and requirement.sign is not None:
            yield Found(
                requirement.section,
                f"The selections changed, and no new sign was posted: {requirement.sign.replace('_', ' ')}.",
                requirement.sign,
                (seq,),
            )


def positions(moment: Moment) -> Iterator[Found]:
    """T01: more betting positions on the layout than six."""
    yield from _lacks(POSITIONS)(moment)


def seat_beyond(moment: Moment) -> Iterator[Found]:
    """T01: a seat or box that a layout cannot have."""
    body = moment.body
    for seat in getattr(body, "boxes", None) or (getattr(body, "seat", None),):
        if seat is not None and seat > moment.book.positions:
            yield Found(
                f"{moment.x}.2(a)",
                f"Betting position {seat} is in use: a layout has {moment.book.positions} at most.",
                str(seat),
                seat=seat,
            )


def table_positions(moment: Moment) -> Iterator[Found]:
    """T01, by the layout or by a seat."""
    return positions(moment) if moment.event.type == "round_opened" else seat_beyond(moment)


def _of(moment: Moment, breach: Breach) -> Found:
    return Found(
        breach.section, f"{breach.message[0].upper()}{breach.message[1:]}.", breach.about, _opened(moment)
    )


def _opened(moment: Moment) -> tuple[int, ...]:
    return (moment.table.opened_seq,) if moment.table.opened_seq else ()


CHECKS = (
    Check("T01", "too_many_positions", ("round_opened", *SEATS), "layout, seats", table_positions),
    Check("T09", "sign_taken_away", ("round_opened",), "signs", sign_taken_away),
    Check("T10", "sign_outdated", ("round_opened",), "signs, selections", sign_outdated),
    *(
        Check(id_, word, ("round_opened",), "signs", _lacks_sign(subject))
        for id_, (word, subject) in SIGNS.items()
    ),
    *(
        Check(id_, word, ("round_opened",), "approvals", _lacks(subject))
        for id_, (word, subject) in APPROVALS.items()
    ),
)
