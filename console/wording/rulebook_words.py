"""What a rulebook's data is called: wagers, paytables, limits and readings in our own words.

The pages of the documentation and those of the console say the same by it, so no figure is copied by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.chapter import Choice, IrregularityRule, MeterParameters, PaytableSet, Rulebook
from games.game import Wager

SUBJECTS: Final[Mapping[int, str]] = {
    1: "definitions",
    2: "the table and its layout",
    3: "cards and decks",
    4: "opening the table",
    5: "shuffle and cut",
    6: "rankings",
    7: "wagers",
    8: "dealing from a manual shoe",
    9: "dealing from the hand",
    10: "dealing from an automated shoe",
    11: "completion of a round",
    12: "payout odds and limits",
    13: "irregularities",
}
"""What the sections of each chapter are about: all five are built alike."""
_NAMES: Final[Mapping[str, str]] = {
    "fchb_player": "Five Card Hand Bonus on the player's hand",
    "fchb_dealer": "Five Card Hand Bonus on the dealer's hand",
    "fchb_player_magic": "Magic Card, player's hand",
    "fchb_player_lucky": "Lucky Bonus, player's hand",
    "fchb_dealer_magic": "Magic Card, dealer's hand",
    "fchb_dealer_lucky": "Lucky Bonus, dealer's hand",
    "all_six": "All-Six Bonus",
    "bad_beat": "Bad Beat Bonus",
    "bonus": "Texas Hold 'Em Bonus",
}
"""What a name of the rulebooks is called where its words alone would not do."""
_TABLES: Final[Mapping[str, str]] = {
    "magic_and_lucky": "Magic Card and Lucky Bonus",
    "pair_bonus": "Pair Bonus, fourth card a 2",
    "pair_bonus_no_two": "Pair Bonus, another fourth card",
    "play": "Play, when the dealer qualifies",
}
"""The same for a paytable that is not called like its wager."""
TIMING: Final[Mapping[str, str]] = {
    "before_no_more_bets": 'before "no more bets"',
    "decision": "with the player's decision",
    "result": "no wager: a payout beside one",
}
_INSTRUMENTS: Final[Mapping[str, str]] = {
    "chips": "chips, plaques",
    "value_chip": "value chip only",
    "electronic": "electronic only",
}


def called(name: str) -> str:
    """A wager or paytable as people call it."""
    return _NAMES.get(name) or name.replace("_", " ").title()


def paytable_title(found: PaytableSet) -> str:
    """What a paytable is headed by."""
    return _TABLES.get(found.name) or called(found.name)


def dollars(cents: int) -> str:
    """An amount, as "$50,000"."""
    return f"${cents // 100:,}" + (f".{cents % 100:02}" if cents % 100 else "")


def paid_with(wager: Wager) -> str:
    """What a wager may be made with."""
    return _INSTRUMENTS[wager.instrument] if wager.timing != "result" else "–"


def after_fold(wager: Wager) -> str:
    """What becomes of a wager when its player folds."""
    if wager.timing != "before_no_more_bets":
        return "–"
    return "stays" if wager.kept_on_fold else "lost"


def boxes_line(book: Rulebook) -> str:
    """How many may play, and how many boxes each."""
    most = (
        "as many adjacent ones as the Rules Submission says"
        if book.boxes.most is None
        else str(book.boxes.most)
    )
    return f"Betting positions: {book.positions}. Boxes a player: {most} ({book.boxes.section})."


def payout_limit_line(book: Rulebook) -> str:
    """Whether a payout limit is required, may be set or may not, and what it covers."""
    limit = book.payout_limit
    if limit is None:
        return "Payout limit: the text has none, so to set one is an error."
    covered = ", ".join(called(wager) for wager in limit.covers)
    kind = "required" if limit.mandatory else "may be set"
    return (
        f"Payout limit per {limit.per} and round: {kind}, not below {dollars(limit.floor_cents)} or "
        f"what the minimum wager can win, whichever is more; covers {covered} ({limit.section})."
    )


METER_HEAD: Final = ("meter", "seed", "reseed", "to the meter", "to the reserve", "section")


def meter_row(meter: MeterParameters) -> tuple[str, ...]:
    """One meter's figures, in the order of `METER_HEAD`."""
    rate = "by Rules Submission" if meter.primary_bp is None else f"{meter.primary_bp / 100:g} %"
    return (
        meter.name,
        _seed(meter.seed_for_1, meter.seed_at_least_cents),
        _seed(meter.reseed_for_1, meter.seed_at_least_cents),
        rate,
        f"{meter.reserve_bp / 100:g} %",
        meter.section,
    )


def _seed(for_1: int | None, at_least: int | None) -> str:
    """A seed: so many for 1 of the wager, or a flat least."""
    return f"at least {dollars(at_least or 0)}" if for_1 is None else f"{for_1:,} for 1"


def shown(value: Choice) -> str:
    """A value as a description writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def returned_words(rule: IrregularityRule) -> str:
    """Which wagers an irregularity gives back."""
    returned = "all" if rule.returned is None else ", ".join(called(wager) for wager in rule.returned)
    if rule.silent:
        silent = ", ".join(called(wager) for wager in rule.silent)
        returned = f"{returned}; though the text is silent: {silent}".removeprefix("; ")
    return returned or "none"
