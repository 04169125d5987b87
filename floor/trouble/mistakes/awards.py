"""Mistakes on the way of an award: light, validation, papers, amount, where from (A01–A24: x.11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from floor.steps import Fact
from floor.trouble.mistake import mistake
from floor.trouble.spot import Spot, beside, changed
from games.cards import NAMES
from games.progressive_hands import Shown, progressive_hands
from games.settlement import Decision, Round, Seat

VALIDATIONS: Final = ("progressive_validated", "fixed_award_validated")
SHORT_MC: Final = 100_000
"""A dollar, that the amount paid differs from the amount locked."""
LIGHT: Final = {"647a": "11(i)(2)", "678a": "11(e)(3)(ii)"}
VALIDATED: Final = {"647a": "11(i)(3)", "678a": "11(e)(3)(iii)"}
PAID: Final = {"647a": "11(i)(4)", "678a": "11(e)(3)(iv)"}
AMOUNT: Final = {"647a": "12(d)(4)", "678a": "12(d)(4)"}
"""The Progressive's; the Five Card Hand Bonus has its own."""
FIVE_CARD_AMOUNT: Final = "647a.12(e)(2)"
NEVER_FED: Final = "NEVER-FED"
"""A link that no table of the floor feeds."""


def _wager(spot: Spot, fact: Fact) -> str:
    """The wager of an award; validations and payments name their link alone, whose claim they follow."""
    return str(fact.fields["wager"]) if "wager" in fact.fields else spot.claimed[fact.fields["link"]]


def _plant(spot: Spot, fact: Fact, step: str, text: str, **more: Any) -> None:
    """Cite the subsection that this wager's award steps have for the step."""
    wager = _wager(spot, fact)
    section = getattr(spot.table.game.award_steps[wager], step) or spot.chapter
    spot.plant(fact, text, **{"wager": wager, "section": section, **more})


@mistake(*VALIDATIONS, check=("A04", "A05"), section=VALIDATED)
def award_without_validation(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An award is paid that no floorperson has validated."""
    five_card = _wager(spot, fact).startswith("fchb")
    _plant(spot, fact, "validated", "not validated", check="A05" if five_card else "A04")
    return ()


@mistake(*VALIDATIONS, check="A08", section=VALIDATED)
def award_validated_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The same award is validated a second time."""
    _plant(spot, fact, "validated", "validated twice")
    return (fact, fact)


@mistake("progressive_light_verified", check="A02", section=LIGHT)
def light_not_verified(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Nobody looks whether the light of a winning wager is on."""
    _plant(spot, fact, "light", "light not verified")
    return ()


@mistake("progressive_light_verified", check="A03", section=LIGHT)
def paid_without_light(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The light is off, and the award is paid."""
    _plant(spot, fact, "light", "the light was off")
    return (changed(fact, lit=False),)


@mistake("award_documented", check="A12", section=PAID)
def document_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """No papers are filled in for an award that is not paid from the table inventory."""
    _plant(spot, fact, "paid", "no document")
    return ()


@mistake("award_documented", check="A13", section=PAID)
def cards_not_kept(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The winning cards are taken up before the papers are complete."""
    _plant(spot, fact, "paid", "the cards did not stay")
    return (changed(fact, cards_remained=False),)


def _settles(spot: Spot, fact: Fact, **fields: Any) -> Callable[[Fact], Sequence[Fact]]:
    """The settlement of the wager shows what was done about its award."""
    place = (fact.fields["seat"], _wager(spot, fact))

    def later(following: Fact) -> Sequence[Fact]:
        shown = following.fields
        if following.type != "wager_settled" or (shown["seat"], shown["wager"]) != place:
            return (following,)
        return (changed(following, **fields),)

    return later


@mistake("progressive_paid", check="A15", section=AMOUNT)
def award_of_a_wrong_amount(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A dollar less than the link has locked is paid."""
    due = fact.fields["amount_mc"]
    done = due - SHORT_MC
    if done <= 0:
        return None  # nothing would be paid, which is another mistake
    _plant_amount(spot, fact, "not the amount locked", due_mc=due, done_mc=done)
    spot.later = _settles(spot, fact, paid_mc=done, paid_from=fact.fields["paid_from"])
    return (changed(fact, amount_mc=done),)


@mistake("progressive_paid", check="A09", section=PAID)
def percentage_from_the_inventory(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A share of a meter is paid from the table inventory."""
    _plant(spot, fact, "paid", "paid from the table inventory")
    spot.later = _settles(spot, fact, paid_from="table_inventory")
    return (changed(fact, paid_from="table_inventory"),)


@mistake("progressive_paid", check="A15", section=AMOUNT)
def award_overpaid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A dollar more than the link has locked is paid."""
    due = fact.fields["amount_mc"]
    done = due + SHORT_MC
    _plant_amount(spot, fact, "more than the amount locked", due_mc=due, done_mc=done)
    spot.later = _settles(spot, fact, paid_mc=done, paid_from=fact.fields["paid_from"])
    return (changed(fact, amount_mc=done),)


@mistake("progressive_paid", check="A17", section=AMOUNT)
def award_paid_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The same payment is entered a second time, with its slip: no cash moves."""
    due = fact.fields["amount_mc"]
    _plant_amount(spot, fact, "entered twice", due_mc=due, done_mc=due)
    return (fact, fact)


@mistake("progressive_paid", check="A17", section=AMOUNT)
def award_paid_by_two_slips(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The same award is paid a second time, by another slip."""
    due = fact.fields["amount_mc"]
    _plant_amount(spot, fact, "paid twice", due_mc=due, done_mc=2 * due)
    return (fact, changed(fact, slip=_another(fact)))


@mistake("progressive_paid", check="A18", section=AMOUNT)
def award_paid_to_another_too(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The amount of an award is paid to a player who has no share of it, too."""
    wager, own = _wager(spot, fact), fact.fields["seat"]
    others = [seat for seat, name in spot.wagers if name == "ante" and (seat, wager) not in spot.wagers]
    if not others:
        return None
    due = fact.fields["amount_mc"]
    text = f"paid to a seat without a share, and to {own}"
    _plant_amount(spot, fact, text, seat=others[0], due_mc=0, done_mc=due)
    return (fact, changed(fact, seat=others[0], slip=_another(fact)))


@mistake("progressive_paid", check="R06", section=None)
def award_paid_for_a_link_never_fed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The amount of an award is paid once more, in the name of a link that the table never fed."""
    due = fact.fields["amount_mc"]
    spot.plant(
        fact, "paid for a link that the table never fed", wager=_wager(spot, fact), due_mc=0, done_mc=due
    )
    return (fact, changed(fact, link=NEVER_FED, slip=_another(fact)))


def _plant_amount(spot: Spot, fact: Fact, text: str, **more: Any) -> None:
    """Cite where it says what an award of this wager amounts to, and to whom."""
    wager = _wager(spot, fact)
    five_card = wager.startswith("fchb")
    spot.plant(
        fact,
        text,
        wager=wager,
        section=FIVE_CARD_AMOUNT if five_card else spot.mistake.cites(spot.table),
        **more,
    )


def _another(fact: Fact) -> str:
    """The number of a second slip."""
    return f"{fact.fields['slip']}/2"


@mistake(*VALIDATIONS, check="A07", section=VALIDATED)
def validated_by_the_dealer(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer validates an award, which is for a floorperson."""
    if fact.type == "progressive_validated":
        return None  # who claims does not validate: the system refuses it
    dealer = spot.table.crew.dealer
    _plant(spot, fact, "validated", "validated by the dealer")
    return (changed(fact, validated_by=dealer)._replace(actor=dealer),)


@mistake("progressive_light_verified", check="A06", section=VALIDATED)
def validated_before_the_light(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An award is validated before anybody has looked at the light."""

    def later(following: Fact) -> Sequence[Fact]:
        spot.later = None
        if following.type not in VALIDATIONS:
            return (fact, following)
        _plant(spot, following, "validated", "before the light")
        return (following._replace(at_us=fact.at_us), fact._replace(at_us=following.at_us))

    spot.later = later
    return ()


@mistake("progressive_paid", check="A10", section={"647a": "11(j)(3)"})
def percentage_to_the_account(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A share of the Five Card meter is credited to the player's game account."""
    if not _wager(spot, fact).startswith("fchb"):
        return None
    _plant(spot, fact, "paid", "to the game account")
    spot.later = _settles(spot, fact, paid_from="game_account")
    return (changed(fact, paid_from="game_account"),)


@mistake("wager_settled", check="A11", section={"647a": "11(j)(3)"})
def fixed_award_not_credited(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A fixed award of the Five Card Hand Bonus is paid from the rack, without papers."""
    fields = fact.fields
    if fields["paid_from"] != "game_account" or fields["wager"] not in ("fchb_player", "fchb_dealer"):
        return None
    _plant(spot, fact, "paid", "not credited to the game account")
    return (changed(fact, paid_from="table_inventory"),)


@mistake("award_documented", check="A14", section=PAID)
def cards_taken_up_before_the_papers(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The winner's cards are in the rack before the papers are complete."""
    seat = fact.fields["seat"]

    def ours(following: Fact) -> bool:
        return following.type == "hand_collected" and following.fields["seat"] == seat

    def then(kept: list[Fact]) -> Sequence[Fact]:
        _plant(spot, fact, "paid", "after the cards were taken up")
        return [*kept[1:], kept[0]]

    return spot.hold(fact, ours, then)


@mistake("progressive_validated", check="R07", section=None)
def validator_pays(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Who validated an award pays it."""
    by = fact.fields["validated_by"]

    def later(following: Fact) -> Sequence[Fact]:
        if following.type != "progressive_paid":
            return (following,)
        spot.later = None
        spot.plant(following, "validated and paid by one", wager=_wager(spot, following))
        return (changed(following, paid_by=by)._replace(actor=by),)

    spot.later = later
    return (fact,)


@mistake("fixed_award_validated", check="A01", section={"647a": "11(i)(1)", "678a": "11(e)(3)(i)"})
def award_for_another_hand(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A fixed award is validated for a hand that the cards do not make."""
    wager = fact.fields["wager"]
    link = spot.table.submission.progressives[wager]
    rows = spot.table.book.paytable(link.table, link.paytable).rows
    made = {fact.fields["hand"], *_made(spot, fact.fields["seat"], wager)}
    others = [hand for hand, rate in rows.items() if rate.kind != "percent" and hand not in made]
    if not others:
        return None
    section = f"{spot.chapter}.11(j)(1)" if wager.startswith("fchb") else spot.mistake.cites(spot.table)
    spot.plant(fact, "not the hand that was shown", section=section)
    return (changed(fact, hand=others[0]),)


def _made(spot: Spot, seat: int, wager: str) -> set[str | None]:
    """The hands that the cards make, however the rules are read."""
    deck, submission = spot.table.deck, spot.table.submission
    assert deck is not None
    lying = ([NAMES[card] for card in deck.lying(place)] for place in (seat, "dealer", "community"))
    hands = progressive_hands(submission.rulebook, submission.options, wager, Shown(*lying))
    return {reading.hand for reading in hands.readings}


def _cards(spot: Spot, seat: int) -> int:
    """How many cards lie before a seat."""
    deck = spot.table.deck
    assert deck is not None
    return deck.count(seat)


def _claim(spot: Spot, fact: Fact, number: int) -> Fact:
    """A claim for the hand that the cards make, which the link refuses all the same."""
    table, submission = spot.table, spot.table.submission
    assert table.deck is not None
    seat = Seat(
        number, "", table.deck.lying(number), {"ante": 1, "progressive": 1}, Decision("none"), index=0
    )
    dealt = Round(
        game=submission.game,
        rulebook=submission.rulebook,
        seats=(seat,),
        dealer=table.deck.lying("dealer"),
        community=table.deck.lying("community"),
        paytables=dict(submission.paytables),
        options=submission.round_options,
        meters={},
    )
    link = submission.progressives["progressive"]
    hand = table.game.progressive_hand(dealt, table.book, seat, "progressive")
    return _claimed(fact, number, hand, link.name)


def _claimed(fact: Fact, seat: int, hand: str, link: str) -> Fact:
    fields = {"seat": seat, "wager": "progressive", "hand": hand, "cards": [], "link": link, "leg": 0}
    return beside(fact, "progressive_claimed", **fields, sharing_seats=[], other_boxes=[])


@mistake("wager_settled", check="A21", section={"647a": "11(b)(2)(i)(B)"})
def claimed_after_a_fold(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An award is claimed for a player who folded, and the link refuses it."""
    fields = fact.fields
    if fields["wager"] != "progressive" or fields["seat"] not in spot.folded or fields["outcome"] != "lose":
        return None
    if not spot.said("hand_revealed") or not _cards(spot, fields["seat"]):
        return None
    claim = _claim(spot, fact, fields["seat"])
    spot.plant(claim, "refused: folded", due_mc=0, done_mc=0)
    return (claim, fact)


@mistake("wager_settled", check="A22", section=AMOUNT)
def claimed_without_a_wager(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An award is claimed for a player who made no progressive wager, and the link refuses it."""
    seat = fact.fields["seat"]
    offered = "progressive" in spot.table.submission.progressives
    if not offered or (seat, "progressive") in spot.wagers or seat in spot.folded or seat in spot.left:
        return None
    if fact.fields["outcome"] == "void" or not spot.said("hand_revealed") or not _cards(spot, seat):
        return None
    claim = _claim(spot, fact, seat)
    spot.plant(claim, "refused: no wager", due_mc=0, done_mc=0)
    return (claim, fact)


MISTAKES: Final = (
    award_for_another_hand,
    claimed_after_a_fold,
    claimed_without_a_wager,
    light_not_verified,
    paid_without_light,
    award_without_validation,
    validated_before_the_light,
    validated_by_the_dealer,
    award_validated_twice,
    percentage_from_the_inventory,
    percentage_to_the_account,
    fixed_award_not_credited,
    document_missing,
    cards_not_kept,
    cards_taken_up_before_the_papers,
    award_of_a_wrong_amount,
    award_overpaid,
    award_paid_twice,
    award_paid_by_two_slips,
    award_paid_to_another_too,
    award_paid_for_a_link_never_fed,
    validator_pays,
)
