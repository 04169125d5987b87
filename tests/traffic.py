"""Load for tests and benchmarks: High Card Flush rounds at many tables, correctly chained, made fast.

Not a simulated casino: cards and payouts are plausible, not played. What matters here is the mix (one event
in twenty or so carries progressive money), the chains, the legs, and that the same seed gives the same bytes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from events.body import Body
from events.envelope import NO_PREV, Event
from events.vocabulary.dealing import StackDelivered
from events.vocabulary.legs import AcceptedWager, PlainLeg, VoidedLeg, WagerLeg
from events.vocabulary.links import AwardTerms, LinkOpened, MeterTerms, Signature
from events.vocabulary.play import (
    DecisionMade,
    HandCollected,
    HandRevealed,
    LockOutEngaged,
    ProgressiveOpen,
    RoundClosed,
    RoundOpened,
    WagerPlaced,
    WagerSettled,
)
from events.vocabulary.progressive import (
    BetsClosed,
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveValidated,
    RoundVoided,
)
from events.vocabulary.table import PaytableSelected, ProgressiveOffered, TableOpened
from streams.log import Sealed, seal
from tests.scenario_table import made

UNIT_MC = 500_000
FACILITY = "PA01"
DAY = "2023-11-14"
START_US = 1_700_000_000_000_000
SHA = "0" * 64
SIGNATURES = (
    Signature(badge="B-100", department="table games"),
    Signature(badge="B-200", department="accounting"),
)


class Stream:
    """One stream and its head; `say` makes the next event."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.name = name
        self.clock = clock
        self.seq = 0
        self.prev = NO_PREV
        self.day = DAY

    def say(self, body: Body, round_: str | None = None, mode: str = "live") -> Sealed:
        """The next event of the stream."""
        self.seq += 1
        now = self.clock.tick()
        sealed = seal(
            Event(
                FACILITY,
                self.name,
                self.seq,
                self.prev,
                body.TYPE,
                body.SCHEMA,
                now,
                now,
                self.day,
                round_,
                "shoe-1",
                f"{self.name}#{self.seq}",
                mode,
                _packed(body),
            )
        )
        self.prev = sealed.hash
        return sealed


class Clock:
    """Microseconds that only go forward."""

    def __init__(self, now_us: int = START_US) -> None:
        self.now_us = now_us

    def tick(self) -> int:
        """A moment later."""
        self.now_us += 1_000
        return self.now_us


@lru_cache(maxsize=20_000)
def _packed(body: Body) -> bytes:
    return body.to_bytes()


def link_opened(unit_mc: int = UNIT_MC) -> LinkOpened:
    """A link as 678a paytable A has it: seed 30,000 for 1, reseed 0, 23 % and 5 %."""
    terms = MeterTerms(
        meter="progressive", seed_mc=30_000 * unit_mc, reseed_mc=0, primary_bp=2_300, reserve_bp=500
    )
    return LinkOpened(
        rulebook="678a@2019-11-02",
        rulebook_sha256=SHA,
        paytable="A",
        wager="progressive",
        unit_wager_mc=unit_mc,
        meters=(terms,),
        awards=(
            AwardTerms(hand="seven_card_straight_flush", meter="progressive", percent_bp=10_000),
            AwardTerms(hand="six_card_straight_flush", meter="progressive", percent_bp=1_000),
        ),
        signed_by=SIGNATURES,
        reason="opening",
    )


class Table(Stream):
    """A table that plays rounds into one link."""

    def __init__(self, name: str, link: str, clock: Clock, rng: random.Random) -> None:
        super().__init__(f"table:{name}", clock)
        self.table = name
        self.link = link
        self.rng = rng
        self.legs = 0
        self.rounds = 0
        self.selections_seq = 0

    def leg(self) -> int:
        """The number of the next leg."""
        self.legs += 1
        return self.legs

    def joins(self, unit_mc: int = UNIT_MC) -> Sealed:
        """The table is opened for its link."""
        offer = ProgressiveOffered(wager="progressive", link=self.link, unit_wager_mc=unit_mc)
        opened = TableOpened(
            game="high_card_flush",
            rulebook="678a@2019-11-02",
            rulebook_sha256=SHA,
            submission="RS-1",
            paytables=(PaytableSelected(wager="progressive", paytable="A"),),
            options=(),
            wagers=("ante", "progressive"),
            progressives=(offer,),
            payout_limit_mc=None,
            minimum_wager_mc=unit_mc,
            betting_positions=6,
            boxes_per_player=1,
            dealing="hand",
            shuffling="manual",
            approvals=(),
            signs=(),
            dealer="D-1",
            floorperson="F-1",
            legs=(PlainLeg(link=self.link, leg=self.leg()),),
        )
        sealed = self.say(opened)
        self.selections_seq = sealed.seq
        return sealed

    def closes_bets(self, wagers: tuple[AcceptedWager, ...]) -> BetsClosed:
        """ "No more bets": the link was opened by its first event."""
        leg = WagerLeg(
            link=self.link,
            leg=self.leg(),
            wagers=wagers,
            control_seq=1,
            selections_seq=self.selections_seq,
        )
        return BetsClosed(legs=(leg,))

    def play(self) -> Iterator[Sealed]:
        """One round, from opening to discard rack; before the first one the table is opened."""
        rng = self.rng
        if not self.selections_seq:
            yield self.joins()
        self.rounds += 1
        round_ = f"{self.table}-{self.rounds}"
        seats = tuple(range(1, rng.randint(2, 6)))
        progressive = [seat for seat in seats if rng.random() < 0.6]
        offered = ProgressiveOpen(
            wager="progressive", link=self.link, unit_wager_mc=UNIT_MC, legs_sent=self.legs
        )
        yield self.say(
            RoundOpened(
                rulebook="678a@2019-11-02",
                rulebook_sha256=SHA,
                selections_seq=self.selections_seq,
                progressives=(offered,),
                dealer="D-1",
            ),
            round_,
        )
        for seat in seats:
            yield self.say(_wager(seat, "ante", 1_000_000), round_)
            if seat in progressive:
                yield self.say(_wager(seat, "progressive", UNIT_MC), round_)
        accepted = tuple(
            AcceptedWager(seat=seat, wager="progressive", amount_mc=UNIT_MC) for seat in progressive
        )
        yield self.say(self.closes_bets(accepted), round_)
        yield self.say(LockOutEngaged(system="progressive"), round_)
        for seat in seats:
            yield self.say(StackDelivered(to="seat", seat=seat, cards=(None,) * 7), round_)
        yield self.say(StackDelivered(to="dealer", seat=None, cards=(None,) * 7), round_)
        yield from self._finish(round_, seats, progressive)
        yield self.say(RoundClosed(rack_cards=52), round_)

    def _finish(self, round_: str, seats: tuple[int, ...], progressive: list[int]) -> Iterator[Sealed]:
        rng = self.rng
        if rng.random() < 0.02:
            leg = VoidedLeg(link=self.link, leg=self.leg(), seats=tuple(progressive))
            yield self.say(
                RoundVoided(reason="misdeal", section="678a.13(c)", ruled_by="F-1", legs=(leg,)), round_
            )
            return
        for seat in seats:
            yield self.say(
                DecisionMade(seat=seat, action="raise", at="deal", wager="raise", amount_mc=1_000_000), round_
            )
        yield self.say(HandRevealed(hand="dealer", seat=None, cards=_HANDS[rng.randrange(8)]), round_)
        for seat in reversed(seats):
            yield self.say(HandRevealed(hand="seat", seat=seat, cards=_HANDS[rng.randrange(8)]), round_)
            yield self.say(_settled(seat, "ante", 1_000_000), round_)
            yield self.say(_settled(seat, "raise", 1_000_000), round_)
            if seat in progressive:
                if rng.random() < 0.01:
                    yield from self._award(round_, seat)
                yield self.say(_settled(seat, "progressive", UNIT_MC), round_)
            yield self.say(HandCollected(hand="seat", seat=seat, cards=7), round_)

    def _award(self, round_: str, seat: int) -> Iterator[Sealed]:
        whole = self.rng.random() < 0.2
        hand = "seven_card_straight_flush" if whole else "six_card_straight_flush"
        claim = self.say(
            ProgressiveClaimed(
                seat=seat, wager="progressive", hand=hand, cards=_HANDS[0], link=self.link, leg=self.leg()
            ),
            round_,
        )
        yield claim
        yield self.say(
            ProgressiveValidated(
                link=self.link,
                leg=self.leg(),
                claim_seq=claim.seq,
                seat=seat,
                validated_by="F-1",
                seen=made(hand),
            ),
            round_,
        )
        yield self.say(
            ProgressivePaid(
                link=self.link,
                leg=self.leg(),
                claim_seq=claim.seq,
                seat=seat,
                amount_mc=1_000,
                paid_from="cage",
                paid_by="C-1",
            ),
            round_,
        )


def _wager(seat: int, wager: str, amount_mc: int) -> WagerPlaced:
    return WagerPlaced(seat=seat, wager=wager, amount_mc=amount_mc, instrument="value_chip")


def _settled(seat: int, wager: str, amount_mc: int) -> WagerSettled:
    return WagerSettled(seat=seat, wager=wager, outcome="lose", stake_mc=amount_mc, returned_mc=0, paid_mc=0)


_DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
_HANDS = [tuple(random.Random(n).sample(_DECK, 7)) for n in range(8)]


def traffic(
    events: int, tables: int = 12, links: int = 2, seed: int = 1, floor: str = ""
) -> Iterator[Sealed]:
    """At least `events` events of tables that play at the same time, links opened first.

    `floor` goes before the names of tables and links, so that several floors fit one log.
    """
    rng = random.Random(seed)
    clock = Clock()
    made = 0
    names = [f"{floor}L{n + 1}" for n in range(links)]
    for name in names:
        yield Stream(f"link:{name}", clock).say(link_opened())
        made += 1
    at = [
        Table(f"{floor}HCF-{n + 1:02d}", names[n % links], clock, random.Random(seed * 1_000 + n))
        for n in range(tables)
    ]
    playing = {table.name: table.play() for table in at}
    while made < events or playing:
        table = at[rng.randrange(len(at))]
        sealed = next(playing[table.name], None) if table.name in playing else None
        if sealed is not None:
            made += 1
            yield sealed
        elif made < events:
            playing[table.name] = table.play()
        else:
            playing.pop(table.name, None)
