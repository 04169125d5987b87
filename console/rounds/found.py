"""Rounds as they are looked for: by table, seat and time, by the hands in them, by what differs.

Table, seat and time are looked up in the index; what a verdict must show is judged round by round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.calls.arguments import one
from console.calls.names import something
from console.calls.wrong_call import WrongCall
from console.rounds.judged import FoundRound, judged_rounds
from console.wording.local_time import local_time
from console.wording.typed_time import (
    FORMS,
    OR_A_DAY,
    like_a_day_or_time,
    like_a_time,
    read_beginning,
    read_end,
    read_moment,
)
from events.times import SECOND_US, time_text
from streams.clock import Clock, now_us
from streams.log import Log
from streams.read_model.queries.found_rounds import RoundsAsked, last_played_us
from streams.read_model.queries.rounds import RoundLocation
from streams.read_model.store import ReadStore

ABOUT_US: Final = 1_800 * SECOND_US
"""How far from the time a round may have begun that is looked for around it."""


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class When:
    """The time of the rounds, as it was typed."""

    around: Annotated[
        str | None,
        one(like_a_time, "TIME", f"began within half an hour of then, the nearest first, {FORMS}"),
    ] = None
    from_: Annotated[
        str | None, one(like_a_day_or_time, "WHEN", f"began then or later: {OR_A_DAY}", "--from")
    ] = None
    to: Annotated[str | None, one(like_a_day_or_time, "WHEN", f"began before then, or in it: {OR_A_DAY}")] = (
        None
    )


ANY_TIME: Final = When()


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Shows:
    """What the verdict on a round must show for it to be found."""

    hand: Annotated[
        str | None, one(something, "WORD", "a hand in it is called so: flush, 'pair of nines', folded")
    ] = None
    differs: Annotated[bool, Parameter(help="a wager was not settled as due", negative="")] = False

    def is_true_of(self, found: FoundRound) -> bool:
        """Whether a round shows it."""
        return (self.hand is None or found.has_hand(self.hand)) and (found.differs or not self.differs)


ANYTHING: Final = Shows()


def rounds_asked(store: ReadStore, table: str | None, seat: int | None, when: When) -> RoundsAsked:
    """What the index is asked for; a time without its day is of the last day that was played, or where
    nothing was, of this one."""
    if when.around is not None and (when.from_ or when.to):
        raise WrongCall("--around: it is for itself; give either that, or --from and --to")
    last_us = last_played_us(store, table)
    latest_us = now_us() if last_us is None else last_us + ABOUT_US

    def moment(option: str, typed: str, read: Callable[[str, Clock], int] = read_moment) -> int:
        try:
            return read(typed, lambda: latest_us)
        except ValueError as error:
            raise WrongCall(f"{option}: {error}") from error

    asked = RoundsAsked(table, seat)
    if when.around is not None:
        at_us = moment("--around", when.around)
        return RoundsAsked(table, seat, at_us - ABOUT_US, at_us + ABOUT_US + 1, at_us)
    from_us = moment("--from", when.from_, read_beginning) if when.from_ is not None else asked.from_us
    to_us = moment("--to", when.to, read_end) if when.to is not None else asked.to_us
    if to_us <= from_us:
        span = f"{local_time(from_us)} to {local_time(to_us)}"
        raise WrongCall(f"--to: this is not after --from, so nothing can lie between ({span})")
    return RoundsAsked(table, seat, from_us, to_us)


def rounds_that_show(
    log: Log,
    store: ReadStore,
    located: Sequence[RoundLocation],
    asked: RoundsAsked,
    shows: Shows,
    *,
    looked_at: Callable[[], None] = lambda: None,
) -> Iterator[FoundRound]:
    """Those of the rounds that were located that show what is asked for, each judged as it is come to."""
    for found in judged_rounds(log, store, located, asked.seat):
        looked_at()
        if found is not None and shows.is_true_of(found):
            yield found


def round_json(found: FoundRound, shows: Shows) -> dict[str, Any]:
    """A round that was found, as scripts read it."""
    return {
        "round": found.round,
        "at": time_text(found.at_us),
        "table": found.table,
        "seats": list(found.seats),
        "cards": list(found.cards),
        "hand": found.hand(shows.hand),
        "staked_cents": found.staked_cents,
        "paid_cents": found.paid_cents,
        "due_cents": found.due_cents,
    }
