"""Mistakes about what a table has, shows and offers (T01–T31: x.2, x.5(g), x.7, x.8(a), x.10(g), x.12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from events.money import cents
from floor.steps import Fact
from floor.table.submission import ODDS, selection_fields
from floor.table.table import Table
from floor.trouble.mistake import Mistake, mistake
from floor.trouble.spot import ENDS, Spot, beside, changed, with_the_next_round
from games.procedure.equipment import required

SIGN_CHECKS: Final = {
    ODDS: "T03",
    "ante_returned": "T04",
    "dealer_qualifies": "T05",
    "raise_limits": "T06",
    "player_wins_ties": "T07",
    "payout_limit": "T08",
}
"""The check that finds a sign missing, by what the sign is about."""
SIGNS: Final = {
    "647a": "2(b)(9)",
    "663a": "2(b)(7)",
    "677a": "2(b)(7)",
    "678a": "2(b)(7)(i)",
    "679a": "2(b)(4)",
}
"""The sign of the payout odds; others have their section in the rulebook."""


def _sign_section(spot: Spot, subject: str) -> str:
    needs = required(spot.table.book, {*spot.table.submission.wagers, "payout_limit"})
    return next(need.section for need in needs if need.sign == subject)


@mistake("table_opened", check=tuple(SIGN_CHECKS.values()), section=SIGNS)
def sign_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Something that players must be able to read is not posted."""
    signs = fact.fields["signs"]
    missing = spot.luck.choice(signs)
    subject = missing["subject"]
    spot.plant_when(
        with_the_next_round,
        fact,
        f"no sign: {subject}",
        check=SIGN_CHECKS[subject],
        section=_sign_section(spot, subject),
    )
    return (changed(fact, signs=[sign for sign in signs if sign is not missing]),)


@mistake("sign_posted", check=("T09", "T10"), section=SIGNS)
def sign_not_posted(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A sign was taken away, or the submission changed what it says, and no other is posted for a round."""
    updated = spot.facts[-2].type == "selections_changed"
    text = "not posted after the selections changed" if updated else "taken away, and no other posted"
    spot.plant_when(with_the_next_round, fact, text, check="T10" if updated else "T09")
    spot.later, spot.lasting = _after_the_round(spot, fact), True
    return ()


def _after_the_round(spot: Spot, *facts: Fact) -> Callable[[Fact], Sequence[Fact]]:
    """What is done when the next round is over; nothing where the table closes first."""

    def later(following: Fact) -> Sequence[Fact]:
        if following.type == "table_closed":
            spot.later = None
        if following.type not in ENDS:
            return (following,)
        spot.later = None
        return (following, *(each._replace(at_us=following.at_us, round=None) for each in facts))

    return later


def _without_approval(id_: str, subject: str, section: Any) -> Mistake:
    def make(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
        """The table opens without an approval that it needs."""
        approvals = fact.fields["approvals"]
        rest = [approval for approval in approvals if approval["subject"] != subject]
        if len(rest) == len(approvals):
            return None
        spot.once(id_, subject)
        spot.plant_when(with_the_next_round, fact, f"not approved: {subject.replace('_', ' ')}")
        return (changed(fact, approvals=rest),)

    return mistake("table_opened", check=id_, section=section, kind=f"{subject}_not_approved")(make)


layout_not_approved = _without_approval("T02", "layout", "x.2(b)")
progressive_not_approved = _without_approval("T11", "progressive_system", {"647a": "2(c)", "678a": "2(c)"})
electronic_not_approved = _without_approval("T12", "electronic_wagering", {"647a": "2(d)"})
shoe_not_approved = _without_approval("T13", "shoe_location", "x.8(a)")
device_not_approved = _without_approval("T14", "reshuffling_device", "x.5(g)")


@mistake("table_opened", check="T01", section="x.2(a)")
def seven_positions(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The layout has a betting position too many."""
    spot.plant_when(with_the_next_round, fact, "seven betting positions")
    return (changed(fact, betting_positions=spot.table.book.positions + 1),)


@mistake("table_opened", check="T20", section={"647a": "12(c)"})
def payout_limit_not_named(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The submission names no payout limit where there must be one; the chapter's is played by. One that is
    too low is named all the same, and refused."""
    own_mc = fact.fields["payout_limit_mc"]

    def unnamed(following: Fact) -> Fact:
        selects = following.type in ("table_opened", "selections_changed")
        if not selects or following.fields["payout_limit_mc"] != own_mc:
            return following
        return changed(following, payout_limit_mc=None)

    spot.for_good.append(unnamed)
    spot.plant_when(with_the_next_round, fact, "no payout limit named")
    return (fact,)


@mistake("table_opened", check="T21", section={"663a": "7(f)", "677a": "7(e)"})
def boxes_too_many_offered(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The submission lets a player have a box more than the chapter does."""
    spot.once("T21", "")
    spot.plant_when(with_the_next_round, fact, "a box too many offered")
    return (changed(fact, boxes_per_player=fact.fields["boxes_per_player"] + 1),)


def _shoe_that_does_not_reshuffle(table: Table) -> bool:
    return table.submission.shuffling != "reshuffling_device"


@mistake("table_opened", check="T26", section={"647a": "10(g)"}, happens_at=_shoe_that_does_not_reshuffle)
def board_first_selected(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The submission has the board dispensed first, by a shoe that does not reshuffle; nobody does so."""
    spot.plant_when(with_the_next_round, fact, "board first without a shoe that reshuffles")
    return (changed(fact, options=[*fact.fields["options"], {"option": "community_first", "value": True}]),)


def _optional(table: Table) -> list[str]:
    """Optional wagers that no link knows of, made before the deal."""
    return [
        wager.name
        for wager in table.game.wagers
        if wager.optional and not wager.progressive and wager.timing == "before_no_more_bets"
    ]


def _offers_not_all(table: Table) -> bool:
    return any(wager not in table.submission.wagers for wager in _optional(table))


@mistake("bets_closed", check="T16", section="x.7", happens_at=_offers_not_all)
def wager_not_offered(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager is made that the table does not offer, and taken back in time. Told once a table."""
    table = spot.table
    (wager, *_) = [each for each in _optional(table) if each not in table.submission.wagers]
    if spot.once("T16", wager):
        return None
    (seat, *_) = [seat for seat, placed in spot.wagers if placed == "ante"]
    stake = {"seat": seat, "wager": wager, "amount_mc": cents(table.submission.minimum)}
    made = beside(fact, "wager_placed", **stake, instrument="value_chip")
    section = next(each.section for each in table.game.wagers if each.name == wager)
    spot.plant(made, "not offered", section=section)
    return (made, beside(fact, "wager_withdrawn", **stake), fact)


def _reselected(spot: Spot, fact: Fact, **fields: Any) -> Fact:
    """The selections as they are, with something else; by the floorperson, between rounds."""
    by = spot.table.crew.floorperson
    selections = {**selection_fields(spot.table.submission), **fields}
    filed = beside(
        fact, "selections_changed", by, **selections, authorised_by=by, reason="an updated rules submission"
    )
    return filed._replace(round=None)


LIMITS: Final = {"647a": "12(c)", "677a": "12(f)", "678a": "12(e)", "679a": "12(h)"}


@mistake(*ENDS, check="T18", section=LIMITS)
def payout_limit_too_low(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An updated submission sets a payout limit below its floor, and the system refuses it."""
    spot.plant(fact, "refused: the limit is too low", round=None, type="selections_changed")
    return (fact, _reselected(spot, fact, payout_limit_mc=cents(100)))


@mistake(*ENDS, check="T19", section=None, happens_at=lambda table: table.book.payout_limit is None)
def limit_where_there_is_none(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An updated submission sets a payout limit where the chapter knows none, and the system refuses it."""
    spot.plant(fact, "refused: no limit is allowed", round=None, type="selections_changed")
    return (fact, _reselected(spot, fact, payout_limit_mc=cents(10_000_000)))


@mistake("wager_placed", check="T30", section=None)
def selections_changed_in_round(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An updated submission, with nothing new in it, takes effect while a round is open."""
    if spot.table.submission.progressives:
        return None
    filed = _reselected(spot, fact)
    spot.plant(filed, "in the middle of a round", round=fact.round)
    return (fact, filed)


def _can_lack_paytable(table: Table) -> bool:
    return not table.submission.progressives and bool(_selectable(table))


def _selectable(table: Table) -> dict[str, str]:
    """Offered wagers whose paytable is selected, and the section of that."""
    tables = {
        wager.name: table.book.paytables[wager.paytable]
        for wager in table.game.wagers
        if wager.paytable is not None and wager.name in table.submission.wagers
    }
    return {name: paytable.section for name, paytable in tables.items() if paytable.selected}


@mistake("round_opened", check="T17", section="x.12", happens_at=_can_lack_paytable)
def paytable_unknown(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """For a round the submission has a paytable that the chapter does not know."""
    table = spot.table
    wager, section = next(iter(_selectable(table).items()))
    name = next(each.paytable for each in table.game.wagers if each.name == wager)
    chosen = selection_fields(table.submission)["paytables"]
    wrong = [{**each, "paytable": "Z"} if each["wager"] == name else each for each in chosen]
    odds = {"sign": {"subject": ODDS, "place": table.submission.odds_place}, "text": "payout odds"}
    posted = beside(fact, "sign_posted", table.crew.floorperson, **odds)._replace(round=None)
    spot.later, spot.lasting = _after_the_round(spot, _reselected(spot, fact), posted), True
    spot.plant(fact, "paytable Z", section=section, wager=wager, type="selections_changed")
    return (_reselected(spot, fact, paytables=wrong), posted, fact)


@mistake("card_dealt", "stack_delivered", check="T27", section={"679a": ("8(h)", "9(g)", "10(h)")})
def shared_card_not_elected(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """One card is dealt for all Pair Bonus Wagers, which nobody made and the submission does not elect."""
    elected = spot.table.submission.options.get("pair_bonus_community")
    wagered = any(wager == "pair_bonus" for _, wager in spot.wagers)
    if elected or wagered or not spot.completes("dealer", fact):
        return None
    spot.plant(fact, "one card for all, not elected", type="card_dealt")
    return (fact, *spot.one_card_more(fact, "pair_bonus"))


@mistake(
    "round_opened", check="T25", section="x.9(a)(1)", happens_at=lambda t: t.submission.shuffling == "manual"
)
def by_hand_without_device(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A round is dealt from the hand at a table without a device that shuffles. Where the shoe's place is not
    approved, that would be told again with the next round."""
    deck = spot.table.deck
    assert deck is not None
    if ("T13", "shoe_location") in spot.done:
        return None
    if deck.in_play_since_us is None or fact.at_us - deck.in_play_since_us > _THREE_HOURS_US:
        return None
    wrong = spot.table.book.cards.stub_wrong

    def cites_the_hand(following: Fact) -> Fact:
        shoe = following.fields.get("section") == wrong["manual_shoe"]
        return changed(following, section=wrong["hand"]) if shoe else following

    spot.to_the_end(cites_the_hand)
    spot.plant(fact, "from the hand, and shuffled by hand")
    return (changed(fact, dealing="hand"),)


_THREE_HOURS_US: Final = 3 * 3_600_000_000
"""So old a deck may well be dealt from the hand for a round."""


@mistake(
    "decks_received", check="T28", section="x.3(b)", happens_at=lambda t: t.submission.shuffling == "manual"
)
def second_deck_without_device(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Two decks come to the opening of a table that has no device; one leaves after the first round."""
    return one_deck_more(spot, fact, "two decks, shuffled by hand")


def one_deck_more(spot: Spot, fact: Fact, text: str) -> Sequence[Fact] | None:
    """A deck more than should be is there for the first round, and nobody uses it."""
    if spot.table.decks_seen > 1:
        return None
    decks = fact.fields["decks"]
    more = {**decks[0], "deck": "green-1", "back_colour": "green"}
    by = spot.table.crew.floorperson
    gone = beside(
        *(fact, "deck_removed", by),
        deck="green-1",
        counted=None,
        missing=[],
        removed_by=by,
        reason="one too many",
    )
    spot.plant_when(with_the_next_round, fact, text)
    spot.later, spot.lasting = _after_the_round(spot, gone), True
    return (changed(fact, decks=[*decks, more]),)


@mistake("table_closed", check="T31", section="x.7(b)")
def closed_in_round(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A round is opened, and the table closed over it."""
    table = spot.table
    assert table.deck is not None
    opened = beside(fact, "round_opened", table.crew.dealer, deck=table.deck.name, dealer=table.crew.dealer)
    opened = opened._replace(round=f"{table.name}-{table.rounds + 1}")
    spot.plant(fact, "closed in a round", round=opened.round)
    return (opened, fact)


MISTAKES: Final = (
    seven_positions,
    layout_not_approved,
    sign_missing,
    sign_not_posted,
    progressive_not_approved,
    electronic_not_approved,
    shoe_not_approved,
    device_not_approved,
    wager_not_offered,
    paytable_unknown,
    payout_limit_too_low,
    limit_where_there_is_none,
    payout_limit_not_named,
    boxes_too_many_offered,
    by_hand_without_device,
    board_first_selected,
    shared_card_not_elected,
    second_deck_without_device,
    selections_changed_in_round,
    closed_in_round,
)
