"""W01–W04, W06–W10, W17, W29, W30: how wagers are made, left behind, and refused (x.2(c), x.7(a)–(d))."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games import registry
from projections.examining.check import ROUND_DONE, Check, Finder, Found, Moment, of_round
from projections.examining.memory.table_state import OpenRound, Step
from projections.examining.round_facts import RoundFacts

Cited = Callable[[Moment], str | None]


def _words(wager: str) -> str:
    return wager.replace("_", " ")


def _by_other_means(moment: Moment) -> Iterator[Found]:
    """W01, W02: a wager was made with something that the Board has not approved."""
    body = moment.body
    if body.instrument == "other" and body.wager is not None:
        text = f"Seat {body.seat} made the {_words(body.wager)} wager in cash or by other unapproved means."
        yield Found(f"{moment.x}.7(a)", text, body.wager, seat=body.seat, wager=body.wager)


# --- what the system refused ------------------------------------------------------------------------------


def _refused(code: str, why: str, cited: Cited) -> Finder:
    """W03, W04, W17, W29, W30: a wager that the system did not take."""

    def find(moment: Moment) -> Iterator[Found]:
        body = moment.body
        if body.code == code:
            text = f"The system refused a {_words(body.wager)} wager of seat {body.seat}: {why}."
            yield Found(cited(moment), text, body.wager, seat=body.seat, wager=body.wager)

    return find


def _kind(moment: Moment) -> str:
    """What the wager is made with, as its chapter has it."""
    wagers = registry.by_name(moment.book.game).wagers
    return next((str(each.instrument) for each in wagers if each.name == moment.body.wager), "")


def _own_section(moment: Moment) -> str:
    """Where the chapter lets the wager be offered, and says how it is made (x.7(d))."""
    wagers = registry.by_name(moment.book.game).wagers
    return next((each.section for each in wagers if each.name == moment.body.wager), f"{moment.x}.7(d)")


def _no_section(_moment: Moment) -> None:
    """The link's unit is the house's: no section sets it."""


def _locked_out(moment: Moment) -> str:
    """x.2(c)(2) for the progressive system, 647a.2(d) for electronic wagering."""
    return f"{moment.x}.2(d)" if _kind(moment) == "electronic" else f"{moment.x}.2(c)(2)"


# --- left behind ------------------------------------------------------------------------------------------


def _abandoned(facts: RoundFacts) -> dict[tuple[int, str], int]:
    """Wagers that were said to be abandoned, and the event."""
    return {(step.body.seat, step.body.wager): step.seq for step in facts.all("wager_abandoned")}


@of_round
def left_with_open_wagers(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W06: a player left during the round, and nobody said what becomes of the wagers (x.7(b))."""
    for left in facts.all("player_left"):
        if not facts.is_played_on or not 0 < facts.round.first_card_seq < left.seq:
            continue
        open_ = {*facts.staked, *_decided(facts, left.seq)} - _abandoned(facts).keys()
        open_ -= {
            (step.body.seat, step.body.wager) for step in facts.all("wager_settled") if step.seq < left.seq
        }
        theirs = {seat for seat, players in facts.round.owners.items() if left.body.player in players}
        seats = sorted({seat for seat, _ in open_} & theirs)
        if seats:
            text = f"The player of seat {seats[0]} left during the round, with wagers that nobody ruled on."
            first, *others = map(str, seats)
            yield Found(f"{moment.x}.7(b)", text, first, (left.seq,), seat=seats[0], also=tuple(others))


def _decided(facts: RoundFacts, before: int) -> set[tuple[int, str]]:
    """Wagers that decisions had made by then."""
    made = (step for step in facts.all("decision_made") if step.seq < before)
    return {(step.body.seat, step.body.wager) for step in made if step.body.wager is not None}


# --- after "no more bets" ---------------------------------------------------------------------------------


def _late(*, again: bool) -> Finder:
    """W08, W09: a wager was made, or made larger, after "no more bets" (x.7(c))."""

    def find(moment: Moment) -> Iterator[Found]:
        round_, body = moment.round, moment.body
        if round_ is None or not round_.bets_closed_seq:
            return
        spot = {"seat": body.seat, "wager": body.wager}
        earlier = _lies_since(round_, **spot)
        wagers = registry.by_name(moment.book.game).wagers
        by_decision = any(each.name == body.wager and each.timing == "decision" for each in wagers)
        if by_decision or (earlier is not None) != again:
            return
        seqs = (round_.bets_closed_seq, *([earlier.seq] if earlier is not None else []))
        what = "made larger" if again else "made"
        text = f'The {_words(body.wager)} wager of seat {body.seat} was {what} after "no more bets".'
        yield Found(f"{moment.x}.7(c)", text, f"{body.seat} {body.wager}", seqs, **spot)

    return find


def _lies_since(round_: OpenRound, seat: int, wager: str) -> Step | None:
    """The placing of a wager that still lies there; None where there is none, or it was taken back whole."""
    since, lies_mc = None, 0
    for step in round_.of("wager_placed", "wager_withdrawn", seat=seat, wager=wager):
        if step.type == "wager_placed":
            since = since or step
            lies_mc += step.body.amount_mc
        else:
            lies_mc -= step.body.amount_mc
            since = since if lies_mc > 0 else None
    return since


def withdrawn_late(moment: Moment) -> Iterator[Found]:
    """W10: a wager was taken back after "no more bets" (x.7(c))."""
    round_, body = moment.round, moment.body
    if round_ is not None and round_.bets_closed_seq:
        yield Found(
            f"{moment.x}.7(c)",
            f'Seat {body.seat} took the {_words(body.wager)} wager back after "no more bets".',
            f"{body.seat} {body.wager}",
            (round_.bets_closed_seq,),
            seat=body.seat,
            wager=body.wager,
        )


def _refusal(id_: str, word: str, find: Finder) -> Check:
    return Check(id_, word, ("wager_refused",), "the refusal", find, severity="record")


CHECKS = (
    Check("W01", "wager_in_cash", ("wager_placed",), "the wager", _by_other_means),
    Check("W02", "decision_wager_in_cash", ("decision_made",), "the decision", _by_other_means),
    _refusal(
        "W03",
        "progressive_not_by_value_chip",
        _refused("not_value_chip", "it takes value chips only", _own_section),
    ),
    _refusal(
        "W04",
        "five_card_bonus_not_electronic",
        _refused("not_electronic", "it is made electronically only", _own_section),
    ),
    Check("W06", "left_with_open_wagers", (ROUND_DONE,), "the round, players", left_with_open_wagers),
    Check("W08", "late_wager", ("wager_placed",), "the round", _late(again=False)),
    Check("W09", "wager_increased_late", ("wager_placed",), "the round", _late(again=True)),
    Check("W10", "wager_withdrawn_late", ("wager_withdrawn",), "the round", withdrawn_late),
    _refusal("W17", "wager_after_lock_out", _refused("lock_out", "the system was locked out", _locked_out)),
    _refusal(
        "W29",
        "progressive_of_another_unit",
        _refused("other_unit", "the link takes another amount", _no_section),
    ),
    _refusal(
        "W30", "second_progressive_wager", _refused("duplicate", "there is one on the box", _own_section)
    ),
)
