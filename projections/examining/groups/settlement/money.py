"""The checks of money: every wager of a round that is done, due against done, each difference named once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from games import registry
from projections.examining.case import Case, Fits, cases
from projections.examining.check import ROUND_DONE, Check, Finder, Found, Moment
from projections.examining.groups.play import given_up
from projections.examining.groups.settlement import envy, payouts
from projections.examining.groups.trouble import voids
from projections.examining.precedence import MONEY
from projections.examining.settled_round import SettledRound, settled_round

_FITS: Final[Mapping[str, tuple[Fits, str, str]]] = {**voids.FITS, **payouts.FITS}
_ORDER: Final = tuple(id_ for id_ in MONEY if id_ in _FITS)
ORDINARY: Final = "table_inventory"


def _money(id_: str) -> Finder:
    """What is found by one of the checks of money."""

    def find(moment: Moment) -> Iterator[Found]:
        settled = settled_round(moment)
        if settled is None:
            return
        if settled.named is None:
            settled.named = _named(settled)
        yield from settled.named.get(id_, ())

    return find


def _named(settled: SettledRound) -> dict[str, list[Found]]:
    """Everything that is wrong with the money of a round, by the check that says so."""
    found: dict[str, list[Found]] = defaultdict(list)
    whole = voids.whole_round(settled)
    if whole is not None:
        if whole[1] is not None:
            found[whole[0]].append(whole[1])
        return found
    for case in cases(settled):
        id_ = next((each for each in _ORDER if _FITS[each][0](case)), "")
        if not id_ or (id_ == "S23" and case.row.wager != payouts.bad_beat_wager(case)):
            continue  # paid on another wager: the one on which it is due is named
        found[id_].append(case.found(_section(id_, case), _FITS[id_][2]))
    found["S15"] += payouts.jackpots_taken(settled)
    for id_, each in envy.envy_found(settled):
        found[id_].append(each)
    if settled.rule is None:
        for id_, each in given_up.collected_late(settled):
            found[id_].append(each)
    return found


def _section(id_: str, case: Case) -> str:
    return voids.section_of(case) if id_ in voids.FITS else payouts.section_of(id_, case)


def paid_from_elsewhere(moment: Moment) -> Iterator[Found]:
    """S36: an ordinary payout does not come from the table inventory; no section sets that."""
    body = moment.body
    if not body.paid_mc or body.paid_from in (None, ORDINARY):
        return
    awarded = tuple(each.name for each in registry.by_name(moment.book.game).wagers if each.progressive)
    if awarded and body.wager.startswith(awarded):
        return  # awards, and what is paid beside them, have rules of their own
    text = f"Seat {body.seat}, {body.wager.replace('_', ' ')}: paid from {body.paid_from.replace('_', ' ')}."
    yield Found(None, text, f"{body.seat} {body.wager}", seat=body.seat, wager=body.wager)


WORDS: Final[Mapping[str, str]] = {
    **voids.WORDS,
    **envy.WORDS,
    **{id_: word for id_, (_, word, _) in _FITS.items()},
}
VOIDS: Final = frozenset({"I02", "I07", "I08", "I09", "I10", "I11", "I18", "C33", "C34"})
"""What the text answers with a void round."""
_HOLDEM, _ENVY, _EXPOSED = ("647a", "677a"), ("647a",), ("647a", "677a", "678a", "679a")
CHAPTERS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("I03", "I04", "I08"), _HOLDEM),
    **dict.fromkeys(("I11", "S22", "S27", "S28", "S29", "S30", "S31"), _ENVY),
    **dict.fromkeys(("I12", "I13", "S21"), _EXPOSED),
    "I09": ("677a", "678a"),
    "I10": ("679a",),
    "P14": ("647a", "677a", "678a"),
    "P15": ("663a", "679a"),
    "S23": ("677a", "679a"),
    "S24": ("663a",),
}
"""Rules that not all chapters have."""


def _check(id_: str) -> Check:
    return Check(
        id_,
        WORDS[id_],
        (ROUND_DONE,),
        "the whole round",
        _money(id_),
        remedy="void" if id_ in VOIDS else "",
        chapters=CHAPTERS.get(id_, ()),
    )


CHECKS: Final = (
    *(_check(id_) for id_ in MONEY),
    Check("S36", "paid_from_elsewhere", ("wager_settled",), "the settlement", paid_from_elsewhere),
)
