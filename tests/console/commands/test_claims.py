"""What a claim rests on and what a void takes back, from lines of JSON to the ledger; on both engines.

A story is what clients send about a link of its own. What must come of it is worked out by hand beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from events.vocabulary.dealing import CommunityCardsRevealed
from events.vocabulary.links import LinkOpened
from events.vocabulary.play import DecisionMade, HandRevealed
from events.vocabulary.progressive import (
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
)
from events.vocabulary.table import ProgressiveOffered
from projections.recording.link_rules import link_terms
from tests.amounts import dollars
from tests.console.calling import pitledger
from tests.console.event_lines import line_of
from tests.projections.judging import ALL, TENTH, usd
from tests.rig import Rig
from tests.streams.recorder.table_drafts import SIGNED, UNIT, LinkDrafts, TableDrafts

SIX = ("9h", "8h", "7h", "6h", "5h", "4h", "As")
SEVEN = ("9h", "8h", "7h", "6h", "5h", "4h", "3h")
ROYAL = ("As", "Ks")
FLOP = ("Qs", "Js", "Ts")
HOLDEM = "647a@2019-08-31"


class Shown(NamedTuple):
    """A link by the commands that accounting uses: its meter, what is owed and what was paid beyond it, and
    how far each of its awards has come."""

    meter_mc: int
    reserve_mc: int
    payable_mc: int = 0
    beyond_mc: int = 0
    awards: tuple[str, ...] = ()


class House:
    """An instance of either engine: what is sent to it, and what its commands show."""

    def __init__(self, place: tuple[Any, ...], rig: Rig | None = None, **variables: str) -> None:
        self._place, self._rig, self._variables = place, rig, variables

    def call(self, *args: str, **more: Any) -> Any:
        """A command on the instance."""
        return pitledger(*args, *self._place, **self._variables, **more)

    def says(self, *drafts: Any) -> None:
        """Lines that a client sends, in one file."""
        called = self.call("import", "-", "--facility", "PHL", stdin="\n".join(map(line_of, drafts)))
        assert called.code == 0, called.err

    def rests(self) -> None:
        """Everything that was sent is decided, whoever decides it."""
        if self._rig is not None:
            self._rig.wait()

    def asks(self, *args: str) -> Any:
        """The document that a command answers with."""
        return self.call(*args, "--json").document

    def shows(self, link: str) -> Shown:
        """A link, once everything is decided."""
        (of_link,) = [each for each in self.asks("meters")["links"] if each["link"] == link]
        owing = self.asks("ledger", "liability")["links"]
        owed_mc = sum(
            each["payable_mc"] for each in owing if each["link"] == link
        )  # one that owes nothing is not listed
        assert owed_mc == of_link["payable_mc"]
        accounts = self.asks("ledger", "trial")["accounts"]
        beyond = [a["balance_mc"] for a in accounts if (a["book"], a["account"]) == (link, BEYOND)]
        hits = self.asks("ledger", "hits", "--link", link)["hits"]
        (meter,) = of_link["meters"]
        statuses = tuple(hit["status"] for hit in hits)
        return Shown(meter["amount_mc"], meter["reserve_mc"], owed_mc, sum(beyond), statuses)

    def refused(self, link: str) -> list[str]:
        """Why steps of the link's awards were refused, as `ledger hits` has it."""
        hits = self.asks("ledger", "hits", "--link", link)["hits"]
        return [step["refused"] for hit in hits for step in hit["steps"] if step["refused"]]


BEYOND = "beyond_entitlement"


class Table(TableDrafts):
    """A table of one link, which a story names after itself."""

    def __init__(self, link: str, number: int = 1) -> None:
        super().__init__(f"{link}-T{number}", (link,))
        self.link = link

    def plays(self, *seats: int, wager: str = "progressive", by: str = "value_chip") -> list[Any]:
        """A round up to "no more bets", with a wager on each seat; the first opens the table."""
        opens = [] if self.rounds else [self.open()]
        placed = [lambda seat=seat: self.wager(seat, wager, by=by) for seat in seats]
        return [*opens, self.open_round(), *(place() for place in placed), self.no_more_bets()]

    def reveals(self, cards: tuple[str, ...], seat: int | None = None) -> Any:
        hand = "dealer" if seat is None else "seat"
        return self.draft_of(HandRevealed(hand=hand, seat=seat, cards=cards))

    def claims(self, seat: int, hand: str, wager: str = "progressive", **more: Any) -> Any:
        fields = {"seat": seat, "wager": wager, "hand": hand, "link": self.link, "leg": 0}
        return self.draft_of(ProgressiveClaimed(**{"cards": (), **fields, **more}))

    def _of_claim(self, claim_seq: int, seat: int) -> dict[str, Any]:
        return {"link": self.link, "leg": 0, "claim_seq": claim_seq, "seat": seat}

    def validates(self, claim_seq: int, seat: int, cards: tuple[str, ...] = ()) -> Any:
        award = self._of_claim(claim_seq, seat)
        return self.draft_of(ProgressiveValidated(**award, validated_by="F-4", cards=cards))

    def rejects(self, claim_seq: int, seat: int) -> Any:
        award = self._of_claim(claim_seq, seat)
        return self.draft_of(ProgressiveRejected(**award, rejected_by="F-4", reason="misread"))

    def pays(self, claim_seq: int, seat: int, amount_mc: int) -> Any:
        award = self._of_claim(claim_seq, seat)
        cash = {"amount_mc": amount_mc, "paid_from": "cage", "paid_by": "C-1"}
        return self.draft_of(ProgressivePaid(**award, **cash))

    def voids(self, *seats: int) -> Any:
        return self.void(**{self.link: seats})


class HoldemTable(Table):
    """A table of Texas Hold 'Em Bonus that takes one of its progressive wagers, or both on five cards."""

    def __init__(self, link: str, *wagers: str) -> None:
        super().__init__(link)
        self.offered = wagers

    def _selections(self, **changes: Any) -> dict[str, Any]:
        offers = tuple(
            ProgressiveOffered(wager=wager, link=self.link, unit_wager_mc=UNIT) for wager in self.offered
        )
        fields = {"rulebook": HOLDEM, "wagers": ("ante", *self.offered), "progressives": offers}
        limit = {"payout_limit_mc": dollars(100_000)}
        return super()._selections(**fields, **limit, **changes)

    def open(self, **changes: Any) -> Any:
        return super().open(game="texas_holdem_bonus", **changes)


def holdem_link(link: str, paytable: str, wager: str) -> Any:
    """A link of the Progressive Payout Wager, or of the Five Card Hand Bonus, at $5."""
    terms = link_terms(LinkOpened, HOLDEM, paytable, wager, UNIT)
    return LinkDrafts(link).draft_of(replace(terms, signed_by=SIGNED, reason="as filed"))


# --- claims ----------------------------------------------------------------------------------------------


def another_hand(house: House, link: str) -> Shown:
    """Six cards in a row were claimed as seven by the round's cards, then by the claim's own; then as six.

    A tenth of $150,001.15 is $15,000.11.
    """
    table = Table(link)
    house.says(LinkDrafts(link).open(), *table.plays(2), table.claims(2, ALL, cards=SIX))
    house.says(table.reveals(SIX, 2), table.claims(2, ALL), table.claims(2, TENTH, cards=SEVEN))
    house.says(table.claims(2, TENTH))
    return Shown(usd("135,001.04"), usd("0.25"), usd("15,000.11"), 0, ("locked",))


def no_wager(house: House, link: str) -> Shown:
    """Seat 3 claims without a wager, and seat 2 twice."""
    table = Table(link)
    house.says(LinkDrafts(link).open(), *table.plays(2), table.reveals(SIX, 2), table.reveals(SIX, 3))
    house.says(table.claims(3, TENTH), table.claims(2, TENTH), table.claims(2, TENTH))
    return Shown(usd("135,001.04"), usd("0.25"), usd("15,000.11"), 0, ("locked",))


def closed_since(house: House, link: str) -> Shown:
    """The link is closed between "no more bets" and the claim: it pays its winner."""
    table, desk = Table(link), LinkDrafts(link)
    house.says(desk.open(), *table.plays(2), desk.close(), table.reveals(SIX, 2), table.claims(2, TENTH))
    claim = table.count
    house.says(table.validates(claim, 2), table.pays(claim, 2, usd("15,000.11")))
    return Shown(usd("135,001.04"), usd("0.25"), 0, 0, ("paid",))


def without_a_card(house: House, link: str) -> Shown:
    """$150,001.15 claimed, validated and paid without a card: it is owed, and what was paid is beyond it."""
    table = Table(link)
    house.says(LinkDrafts(link).open(), *table.plays(2), table.claims(2, ALL))
    claim = table.count
    house.says(table.validates(claim, 2), table.pays(claim, 2, usd("150,001.15")))
    return Shown(usd("0.25"), 0, usd("150,001.15"), usd("150,001.15"), ("locked",))


def cards_of_the_floorperson(house: House, link: str) -> Shown:
    """Nobody had read the cards at the claim: the floorperson brings the wrong ones, then those that lay."""
    table = Table(link)
    house.says(LinkDrafts(link).open(), *table.plays(2), table.claims(2, ALL))
    claim = table.count
    house.says(table.validates(claim, 2, SIX), table.validates(claim, 2, SEVEN))
    house.says(table.pays(claim, 2, usd("150,001.15")))
    return Shown(usd("0.25"), 0, 0, 0, ("paid",))


def corrected_after_its_round(house: House, link: str) -> Shown:
    """25 ¢ were validated, corrected to $15,000.34 when another round was on, and paid: not before it is
    validated again. A tenth of $150,003.45, of which $135,003.11 are left; then T2's next wager."""
    first, second = Table(link), Table(link, 2)
    house.says(LinkDrafts(link).open(), *first.plays(1), first.reveals(SEVEN, 1), first.claims(1, ALL))
    won_first = first.count
    house.rests()
    house.says(*second.plays(1, 2), second.reveals(SIX, 2), second.claims(2, TENTH))
    won = second.count
    house.says(second.validates(won, 2), *second.plays(3))
    house.rests()
    house.says(first.rejects(won_first, 1))
    house.rests()
    house.says(second.pays(won, 2, usd("15,000.34")))
    house.rests()
    shown = house.shows(link)
    assert (shown.payable_mc, shown.beyond_mc) == (usd("15,000.34"), usd("15,000.34"))
    house.says(second.validates(won, 2))
    return Shown(usd("135,004.26"), usd("1.00"), 0, 0, ("returned", "paid"))


def folded(house: House, link: str) -> Shown:
    """647a takes the Progressive Payout Wager with the fold: $50,000 and 21 % of two wagers stay; seat 2 did
    not fold, and a tenth of $50,002.10 is $5,000.21."""
    table = HoldemTable(link, "progressive")
    house.says(holdem_link(link, "A", "progressive"), *table.plays(1, 2))
    straight, flop = ("5h", "4h"), CommunityCardsRevealed(street="flop", cards=("8h", "7h", "6h"))
    fold = table.draft_of(DecisionMade(seat=1, action="fold", at="deal"))
    house.says(fold, table.draft_of(flop), table.reveals(straight, 1), table.claims(1, "straight_flush"))
    house.says(table.reveals(("9h", "Th"), 2), table.claims(2, "straight_flush"))
    return Shown(usd("45,001.89"), 0, usd("5,000.21"), 0, ("locked",))


def dealers_hand(house: House, link: str) -> Shown:
    """One of three claims the dealer's hand for himself, then for two, then for all with his second box.

    $50,000 and 13 % of three wagers are $50,001.95: half of it is $25,000.97. A cent stays, and 8 % of
    reserve: $0.01 + $1.20.
    """
    table = HoldemTable(link, "fchb_player", "fchb_dealer")
    house.says(
        holdem_link(link, "only", "fchb_player"), *table.plays(1, 2, 3, wager="fchb_dealer", by="electronic")
    )
    flop = CommunityCardsRevealed(street="flop", cards=FLOP)
    house.says(table.reveals(ROYAL), table.draft_of(flop))
    for named in ({}, {"sharing_seats": (1, 2)}, {"sharing_seats": (1, 2), "other_boxes": (3,)}):
        house.says(table.claims(1, "royal_flush", "fchb_dealer", **named))
    claim = table.count
    house.says(table.validates(claim, 1), table.pays(claim, 1, usd("25,000.97")))
    return Shown(usd("1.21"), 0, usd("25,000.97"), 0, ("part_paid",))


# --- voids -----------------------------------------------------------------------------------------------


def voided(house: House, link: str) -> Shown:
    """$150,002.30 were won and the round was voided; then validated and paid. The meter is as before it."""
    table = Table(link)
    house.says(LinkDrafts(link).open(), *table.plays(1, 2), table.reveals(SEVEN, 1), table.claims(1, ALL))
    claim = table.count
    house.says(table.voids(1, 2), table.validates(claim, 1), table.pays(claim, 1, usd("150,002.30")))
    return Shown(usd("150,000"), 0, 0, usd("150,002.30"), ("returned",))


def voided_after_payment(house: House, link: str) -> Shown:
    """$15,000.23 were paid before the void: the meter has them back, and the contributions leave it: $2.30 of
    the $150,002.30, and 50 ¢ of reserve."""
    table = Table(link)
    house.says(LinkDrafts(link).open(), *table.plays(1, 2), table.reveals(SIX, 1), table.claims(1, TENTH))
    claim = table.count
    house.says(table.validates(claim, 1), table.pays(claim, 1, usd("15,000.23")), table.voids(1, 2))
    return Shown(usd("150,000"), 0, 0, usd("15,000.23"), ("returned",))


def rejected_when_part_paid(house: House, link: str) -> Shown:
    """$10,000 of $15,000.11 were paid, then the award is rejected: later awards stand. $150,001.15 less
    T2's tenth of $135,002.19, which is $13,500.21, and T2's $1.15."""
    table, other = Table(link), Table(link, 2)
    house.says(LinkDrafts(link).open(), *table.plays(1), table.reveals(SIX, 1), table.claims(1, TENTH))
    claim = table.count
    house.says(table.validates(claim, 1), table.pays(claim, 1, usd("10,000")))
    house.rests()
    house.says(*other.plays(1), other.reveals(SIX, 1), other.claims(1, TENTH))
    house.rests()
    house.says(table.rejects(claim, 1))
    return Shown(usd("136,502.09"), usd("0.50"), usd("13,500.21"), usd("10,000"), ("returned", "locked"))


STORIES: tuple[Callable[[House, str], Shown], ...] = (
    another_hand,
    no_wager,
    closed_since,
    without_a_card,
    cards_of_the_floorperson,
    corrected_after_its_round,
    folded,
    dealers_hand,
    voided,
    voided_after_payment,
    rejected_when_part_paid,
)


@pytest.mark.cites("58 Pa. Code §§ 678a.11(e)(3)(i), 678a.11(e)(3)(iii), 647a.11(b)(2)(i)(B), 647a.12(e)(2)")
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_a_story_ends_as_it_was_worked_out(story, tmp_path):
    house = House(("--data", tmp_path / "instance"))
    expected = story(house, "L-1")
    assert house.shows("L-1") == expected
    assert house.call("check").code == 0


def test_who_is_refused_is_told_what_was_seen_and_what_to_do(tmp_path):
    house = House(("--data", tmp_path / "instance"))
    for story in (without_a_card, cards_of_the_floorperson, voided):
        story(house, story.__name__.replace("_", "-"))
    assert house.refused("without-a-card") == [
        "no card shows seven_card_straight_flush: validate with the cards that you saw"
    ]
    (reason,) = house.refused("cards-of-the-floorperson")
    assert reason.startswith("the cards that you saw (9h 8h 7h 6h 5h 4h As) make six_card_straight_flush")
    assert "no award of that claim is locked and unpaid" in house.refused("voided")


def test_every_story_on_kafka(broker, topic_prefix, tmp_path):
    with Rig(broker.bootstrap, topic_prefix, tmp_path) as rig:
        place = ("--kafka", rig.bootstrap, "--data", rig.directory / "sinks")
        house = House(place, rig, PITLEDGER_KAFKA_PREFIX=rig.prefix)
        rig.start_all()
        expected = {}
        for story in STORIES:
            link = story.__name__.replace("_", "-")
            expected[link] = story(house, link)
        house.rests()
        assert {link: house.shows(link) for link in expected} == expected
        assert house.call("check").code == 0
