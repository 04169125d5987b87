"""Mistakes with decks, shuffles and cuts, and with what a table must show when it opens (x.2–x.5)."""

from __future__ import annotations

from collections.abc import Sequence

from floor.steps import Fact
from floor.table.table import MINUTE_US
from floor.trouble.planting import DECKS_DUE, Spot, changed, mistake
from games.procedure.dealing import check_deck_age
from games.procedure.equipment import required


@mistake("cards_cut")
def cut_too_shallow(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The cover card goes in too near the top."""
    depth = spot.luck.randrange(1, spot.table.book.cards.cut_at_least)
    spot.plant(fact, f"{spot.chapter}.5(d)", f"cut {depth} cards deep")
    return (changed(fact, depth=depth),)


@mistake("cards_cut")
def cut_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards that must be cut are not."""
    spot.plant(fact, f"{spot.chapter}.5(c)", "not cut")
    return ()


@mistake("cards_shuffled")
def shuffle_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards go into the next round unshuffled."""
    spot.plant(fact, f"{spot.chapter}.5(a)", "not shuffled")
    return ()


@mistake("deck_washed")
def wash_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A deck that was spread is stacked without being washed."""
    spot.plant(fact, f"{spot.chapter}.4(c)", "not washed")
    return ()


@mistake("inspection_verified")
def inspection_not_verified(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """No floorperson looks at the deck that the dealer inspected."""
    spot.plant(fact, f"{spot.chapter}.4(a)", "inspection not verified")
    return ()


@mistake("deck_inspected")
def deck_not_inspected(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer does not inspect a new deck."""
    spot.plant(fact, f"{spot.chapter}.4(a)", "not inspected")
    return ()


@mistake("decks_received")
def cover_card_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A deck comes with a cover card too few."""
    spot.plant(fact, f"{spot.chapter}.3(a)", "a cover card too few")
    return (changed(fact, cover_cards=fact.fields["cover_cards"] - 1),)


@mistake("decks_received", happens_at=lambda table: table.submission.decks == 2)
def backs_of_one_colour(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Two decks that take turns look the same."""
    decks = fact.fields["decks"]
    if len(decks) < 2:
        return None
    spot.plant(fact, f"{spot.chapter}.3(b)(1)", "two decks with the same backs")
    return (changed(fact, decks=[{**deck, "back_colour": decks[0]["back_colour"]} for deck in decks]),)


@mistake(DECKS_DUE)
def deck_not_changed_in_time(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Decks stay in play for longer than they may, and are changed then."""
    table = spot.table
    since = min(deck.in_play_since_us for deck in table.decks if deck.in_play_since_us is not None)
    breach = check_deck_age(table.book, table.submission.dealing, fact.at_us - MINUTE_US - since)
    if breach is None:
        return ()
    spot.plant(fact, breach.section, breach.message)
    return (fact,)


@mistake("deck_removed")
def deck_not_removed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Nobody records what became of a deck that did not have 52 cards."""
    spot.plant(fact, f"{spot.chapter}.5(b)", "the deck was not removed")
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
    spot.plant(fact, section, f"no sign: {missing['subject']}")
    return (changed(fact, signs=[sign for sign in signs if sign is not missing]),)


@mistake("device_marked_out_of_order")
def device_not_marked(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A device that cannot be used is neither covered nor marked."""
    section = spot.table.book.irregularities["device_out_of_order"].section
    spot.plant(fact, section, "not marked")
    return ()
