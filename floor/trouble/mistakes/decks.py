"""Mistakes with decks, shuffles and cuts, and with what a table must show when it opens (x.2–x.5)."""

from __future__ import annotations

from collections.abc import Sequence

from floor.steps import Fact
from floor.table.table import MINUTE_US
from floor.trouble.planting import DECKS_DUE, Spot, changed, mistake
from games.procedure.dealing import COUNTING, check_deck_age, check_device_count
from games.procedure.equipment import required

SIGN_CHECKS = {
    "payout_odds": "T03",
    "ante_returned": "T04",
    "dealer_qualifies": "T05",
    "raise_limits": "T06",
    "player_wins_ties": "T07",
    "payout_limit": "T08",
}
"""The check that finds a sign missing, by what the sign is about."""


@mistake("cards_cut")
def cut_too_shallow(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The cover card goes in too near the top."""
    depth = spot.luck.randrange(1, spot.table.book.cards.cut_at_least)
    spot.plant(fact, f"{spot.chapter}.5(d)", f"cut {depth} cards deep", check="D31")
    return (changed(fact, depth=depth),)


@mistake("cards_cut")
def cut_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards that must be cut are not."""
    deck = fact.fields["deck"]
    if deck in spot.spread:
        spot.plant(fact, f"{spot.chapter}.5(f)", "not cut after it was spread", check="D38")
    else:
        preshuffled = spot.table.submission.preshuffled and deck not in spot.played
        spot.plant(fact, f"{spot.chapter}.5(c)(2)", "not cut", check="D29" if preshuffled else "D28")
    return ()


@mistake("cards_shuffled")
def shuffle_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards go into the next round unshuffled."""
    deck = fact.fields["deck"]
    if deck in spot.spread:
        spot.plant(fact, f"{spot.chapter}.5(f)", "not shuffled after it was spread", check="D38")
    else:
        check = "D22" if deck in spot.played else "D21"
        spot.plant(fact, f"{spot.chapter}.5(a)", "not shuffled", check=check)
    return ()


@mistake("deck_washed")
def wash_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A deck that was spread is stacked without being washed."""
    if fact.fields["deck"] in spot.spread:
        spot.plant(fact, f"{spot.chapter}.5(f)", "not washed after it was spread", check="D38")
    else:
        spot.plant(fact, f"{spot.chapter}.4(c)", "not washed", check="D17")
    return ()


@mistake("inspection_verified")
def inspection_not_verified(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """No floorperson looks at the deck that the dealer inspected."""
    spot.plant(fact, f"{spot.chapter}.4(a)", "inspection not verified", check="D12")
    return ()


@mistake("deck_inspected")
def deck_not_inspected(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer does not inspect a new deck."""
    spot.plant(fact, f"{spot.chapter}.4(a)", "not inspected", check="D10")
    return ()


@mistake("decks_received")
def cover_card_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The decks come to the opening with a cover card too few."""
    if spot.table.decks_seen > 1:
        return None
    spot.plant(fact, f"{spot.chapter}.3(a)", "a cover card too few", check="D01")
    return (changed(fact, cover_cards=fact.fields["cover_cards"] - 1),)


@mistake("decks_received", happens_at=lambda table: table.submission.decks == 2)
def backs_of_one_colour(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Two decks that take turns look the same."""
    decks = fact.fields["decks"]
    if len(decks) < 2:
        return None
    spot.plant(fact, f"{spot.chapter}.3(b)(1)", "two decks with the same backs", check="D03")
    return (changed(fact, decks=[{**deck, "back_colour": decks[0]["back_colour"]} for deck in decks]),)


@mistake(DECKS_DUE)
def deck_not_changed_in_time(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Decks stay in play for longer than they may, and are changed then."""
    table = spot.table
    since = min(deck.in_play_since_us for deck in table.decks if deck.in_play_since_us is not None)
    breach = check_deck_age(table.book, table.submission.dealing, fact.at_us - MINUTE_US - since)
    if breach is None:
        return ()
    check = "D08" if table.submission.dealing == "hand" else "D09"
    spot.plant(fact, breach.section, breach.message, check=check)
    return (fact,)


@mistake("deck_removed")
def deck_not_removed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Nobody records what became of a deck that did not have 52 cards."""
    table = spot.table
    book, submission = table.book, table.submission
    if submission.shuffling in COUNTING:
        breach = check_device_count(book, submission.shuffling, fact.fields["counted"])
        if breach is None:
            return None  # a device that the chapter frees of it
        spot.plant(fact, breach.section, "the deck was not removed", check="D26")
    else:
        section = book.cards.stub_wrong[submission.dealing]
        spot.plant(fact, section, "the deck was not removed", check="C33")
    return ()


@mistake("table_opened")
def sign_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Something that players must be able to read is not posted."""
    signs = fact.fields["signs"]
    if not signs:
        return None
    missing = spot.luck.choice(signs)
    needs = required(spot.table.book, {*spot.table.submission.wagers, "payout_limit"})
    section = next(need.section for need in needs if need.sign == missing["subject"])
    check = SIGN_CHECKS[missing["subject"]]
    spot.plant(fact, section, f"no sign: {missing['subject']}", check=check)
    return (changed(fact, signs=[sign for sign in signs if sign is not missing]),)


@mistake("device_marked_out_of_order")
def device_not_marked(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A device that cannot be used is neither covered nor marked."""
    section = spot.table.book.irregularities["device_out_of_order"].section
    spot.plant(fact, section, "not marked", check="I20")
    return ()
