"""Decks, shuffle, cut and stub as every chapter has them (x.3–x.5, x.8–x.10): who does what, when, how often.

The chapters share the lettering of x.3 to x.5; where they differ, `rulebook.cards` says how. Which card goes
to whom is each game's own `dealing`. Time arrives as an argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.chapter import Rulebook
from games.procedure.duties import Breach, Duty

Shuffling = Literal["manual", "device", "counting_device", "reshuffling_device", "preshuffled"]
DECK_SIZE = 52
HOUR_US = 3_600_000_000
COUNTING = frozenset({"counting_device", "reshuffling_device"})


def opening_duties(
    rulebook: Rulebook, shuffling: Shuffling, *, preinspected: bool = False, preshuffled: bool = False
) -> list[Duty]:
    """What happens to each deck between its receipt and the first card (x.4, x.5(a)–(d)).

    A deck that comes preinspected and preshuffled is spared x.4(a)–(d); one that is preshuffled is not
    shuffled again but cut.
    """
    x = rulebook.chapter
    duties = []
    if not (preinspected and preshuffled):
        duties = [
            Duty("inspect", "dealer", f"{x}.4(a)"),
            Duty("verify_inspection", "floorperson", f"{x}.4(a)"),
            Duty("spread_face_up", "dealer", f"{x}.4(b)"),
            Duty("wash", "dealer", f"{x}.4(c)"),
        ]
    if preshuffled:
        shuffling = "preshuffled"
    return duties + shuffle_duties(rulebook, shuffling)


def shuffle_duties(rulebook: Rulebook, shuffling: Shuffling) -> list[Duty]:
    """Shuffle, then cut where one is required (x.5(a), (c), (d)): after every round, and when asked to."""
    duties = []
    if shuffling != "preshuffled":
        by: Literal["dealer", "device"] = "dealer" if shuffling == "manual" else "device"
        duties.append(Duty("shuffle", by, f"{rulebook.chapter}.5(a)"))
    if cut_required(rulebook, shuffling):
        duties.append(Duty("cut", "dealer", f"{rulebook.chapter}.5(d)"))
    return duties


def idle_duties(rulebook: Rulebook, shuffling: Shuffling) -> list[Duty]:
    """An open table without players: spread at once; wash and shuffle for the first who comes (x.5(f))."""
    if exempt(rulebook, shuffling, "f"):
        return []
    x = rulebook.chapter
    duties = [Duty("spread", "dealer", f"{x}.5(f)"), Duty("wash", "dealer", f"{x}.4(c)")]
    if rulebook.cards.idle_clears_shoe_and_rack:
        duties.insert(0, Duty("clear_shoe_and_rack", "dealer", f"{x}.5(f)"))
    return duties + shuffle_duties(rulebook, shuffling)


def exempt(rulebook: Rulebook, shuffling: Shuffling, subsection: str) -> bool:
    """Whether an approved reshuffling device frees the table of a subsection of x.5 (x.5(g))."""
    return shuffling == "reshuffling_device" and subsection in rulebook.cards.device_exempts


def cut_required(rulebook: Rulebook, shuffling: Shuffling) -> bool:
    """After a manual shuffle, and where the chapter says so of a preshuffled deck (x.5(c), (g))."""
    return shuffling == "manual" or (shuffling == "preshuffled" and rulebook.cards.preshuffled_needs_cut)


def check_cut(rulebook: Rulebook, depth: int) -> Breach | None:
    """The cover card goes in at least ten cards from the top (x.5(d))."""
    least = rulebook.cards.cut_at_least
    if depth >= least:
        return None
    return Breach(f"{rulebook.chapter}.5(d)", f"cut {depth} cards deep, at least {least} required")


def check_recut(rulebook: Rulebook, cards_dealt: int) -> Breach | None:
    """A recut may be required only before any card has been dealt (x.5(e))."""
    if cards_dealt == 0:
        return None
    return Breach(f"{rulebook.chapter}.5(e)", f"recut after {cards_dealt} cards had been dealt")


def check_device_count(rulebook: Rulebook, shuffling: Shuffling, counted: int) -> Breach | None:
    """A deck that a counting device finds wrong leaves the table (x.5(b))."""
    if shuffling not in COUNTING or exempt(rulebook, shuffling, "b") or counted == DECK_SIZE:
        return None
    return Breach(f"{rulebook.chapter}.5(b)", f"{counted} cards: the deck must be removed from the table")


def check_procedure(rulebook: Rulebook, procedure: str, shuffling: Shuffling) -> Breach | None:
    """Cards dealt from the hand are shuffled by a device (x.9(a)(1))."""
    if procedure != "hand" or shuffling not in {"manual", "preshuffled"}:
        return None
    return Breach(f"{rulebook.chapter}.9(a)(1)", "dealt from the hand without an automated shuffling device")


def check_deck_age(rulebook: Rulebook, procedure: str, in_play_us: int) -> Breach | None:
    """Decks are changed every four hours by hand, every eight from a shoe (x.3(c)).

    The clock starts with the first shuffle into play.
    """
    hours = rulebook.cards.change_after_hours[procedure]
    if in_play_us <= hours * HOUR_US:
        return None
    part = "1" if procedure == "hand" else "2"
    return Breach(f"{rulebook.chapter}.3(c)({part})", f"in play for more than {hours} hours")


def check_cover_cards(rulebook: Rulebook, cover_cards: int) -> Breach | None:
    """The cover cards that belong to a deck (x.3(a))."""
    if cover_cards == rulebook.cards.cover_cards:
        return None
    message = f"{cover_cards} cover cards, {rulebook.cards.cover_cards} required"
    return Breach(f"{rulebook.chapter}.3(a)", message)


def check_deck_number(rulebook: Rulebook, decks: int) -> Breach | None:
    """One deck at the table, or two (x.3(a), (b))."""
    if decks <= 2:
        return None
    return Breach(f"{rulebook.chapter}.3(a)", f"{decks} decks at the table, one or two allowed")


def check_second_deck(rulebook: Rulebook, decks: int, shuffling: Shuffling) -> Breach | None:
    """A second deck is for tables where a device shuffles (x.3(b))."""
    if decks != 2 or shuffling not in {"manual", "preshuffled"}:
        return None
    return Breach(f"{rulebook.chapter}.3(b)", "two decks without an automated card shuffling device")


def check_backs(rulebook: Rulebook, back_colours: Sequence[str]) -> Breach | None:
    """Two decks differ in the colour of their backs (x.3(b)(1))."""
    if len(set(back_colours)) == len(back_colours):
        return None
    return Breach(f"{rulebook.chapter}.3(b)(1)", "the backs of the two decks are of one colour")


def check_designs(rulebook: Rulebook, designs: Sequence[Sequence[str]]) -> Breach | None:
    """The cards of a deck are identical in appearance (x.3(a)); two decks are of one design, but for the
    colour of their backs (x.3(b)(1)). `designs` are those of each deck that was described; empty: not known.
    """
    chapter, two = rulebook.chapter, len(designs) > 1
    if any(len(set(each)) > 1 for each in designs):
        section = f"{chapter}.3(b)(1)" if two else f"{chapter}.3(a)"
        return Breach(section, "the cards of one deck are not of one design")
    if len({each[0] for each in designs if each}) > 1:
        return Breach(f"{chapter}.3(b)(1)", "the two decks are not of one design")
    return None


def check_alternation(rulebook: Rulebook, previous: str | None, current: str, decks: int) -> Breach | None:
    """Two decks take turns, round by round (x.3(b)(3))."""
    if decks < 2 or previous is None or previous != current:
        return None
    return Breach(f"{rulebook.chapter}.3(b)(3)", f"deck {current} used in two rounds running")


def check_discard_rack(rulebook: Rulebook, decks_in_rack: Sequence[str]) -> Breach | None:
    """The rack holds cards of one deck only (x.3(b)(4))."""
    if len(set(decks_in_rack)) <= 1:
        return None
    return Breach(f"{rulebook.chapter}.3(b)(4)", "cards of two decks in the discard rack")


def stub_count_due(shuffling: Shuffling, rulebook: Rulebook, rounds_since_count: int) -> bool:
    """Whether this round's stub must be counted (x.8–x.10): at the latest the fifth since the last count.

    `rounds_since_count` includes this round, and the rounds are the table's. A device that counts the deck
    spares the dealer.
    """
    return shuffling not in COUNTING and rounds_since_count >= rulebook.cards.stub_count_every_rounds


def check_stub_count(
    rulebook: Rulebook, procedure: str, shuffling: Shuffling, rounds_since_count: int
) -> Breach | None:
    """A round that closed without the count that was due."""
    if not stub_count_due(shuffling, rulebook, rounds_since_count):
        return None
    message = f"stub not counted for {rounds_since_count} rounds"
    return Breach(rulebook.cards.stub_due[procedure], message)


def judge_stub(
    rulebook: Rulebook, procedure: str, counted: int, dealt: int, *, misdealt: bool = False
) -> Duty:
    """What the count asks for: the stub to the rack, the hands void, or the deck off the table as well."""
    if counted + dealt == DECK_SIZE and not misdealt:
        return Duty("stub_to_discard_rack", "dealer", rulebook.cards.stub_right[procedure])
    wrong = rulebook.cards.stub_wrong[procedure]
    if misdealt and counted + dealt == DECK_SIZE:
        return Duty("void_and_return", "dealer", wrong)
    return Duty("void_return_and_remove_deck", "dealer", wrong)


def check_progressive_chips(rulebook: Rulebook, procedure: str, chips: int, accepted: int) -> Breach | None:
    """The chips collected equal the progressive wagers that the system accepted (x.8–x.10)."""
    if chips == accepted:
        return None
    message = f"{chips} chips collected, {accepted} progressive wagers accepted"
    return Breach(rulebook.cards.no_more_bets[procedure], message)
