"""I26 at a table: a void tells each link which progressive wagers went back (x.13, x.8–x.10).

What the link makes of it is judged there (`links/reversals.py`): a seat that never wagered it refuses.
"""

from __future__ import annotations

from collections.abc import Iterator

from projections.examining.check import ROUND_DONE, Check, Found, Moment
from projections.examining.settled_round import SettledRound, settled_round


def link_told_otherwise(moment: Moment) -> Iterator[Found]:
    """I26: a progressive wager of a void round went back, and its link was not told; or the reverse."""
    settled = settled_round(moment)
    if settled is None or not settled.voided:
        return
    void = [step for step in settled.steps if step.type == "round_voided"][-1]
    told = {(leg.link, seat) for leg in void.body.legs for seat in leg.seats}
    section = void.body.section or f"{moment.x}.13"
    for link, seat, wagers in _accepted(settled):
        back = [wager for wager in wagers if _went_back(settled, seat, wager)]
        if bool(back) == ((link, seat) in told):
            continue
        wager = back[0] if back else wagers[0]
        what = "went back, and its link was not told" if back else "did not go back, and its link was told so"
        said = f"Seat {seat}, {wager.replace('_', ' ')}: it {what}."
        yield Found(section, said, f"{seat} {wager}", (void.seq,), seat, wager)


def _accepted(settled: SettledRound) -> Iterator[tuple[str, int, list[str]]]:
    """Each link and seat whose wagers the system took, with those wagers."""
    found: dict[tuple[str, int], list[str]] = {}
    for step in settled.steps:
        if step.type == "bets_closed":
            for leg in step.body.legs:
                for each in leg.wagers:
                    found.setdefault((leg.link, each.seat), []).append(each.wager)
    for (link, seat), wagers in found.items():
        yield link, seat, wagers


def _went_back(settled: SettledRound, seat: int, wager: str) -> bool:
    ends = settled.settlements((seat, wager))
    return bool(ends) and ends[-1].body.outcome == "void"


CHECKS = (
    Check(
        *("I26", "link_not_told_of_void", (ROUND_DONE,), "the whole round"),
        link_told_otherwise,
        chapters=("647a", "678a"),
    ),
)
