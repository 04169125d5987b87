"""Wagers by the hundred thousand on three links, with hits: what the ledger and its exports are tried with.

Of a round only what links hear is played: opened, bets closed, here and there a claim or a void, closed. The
amount of an award is not known to whoever plays: it is asked of the read model, then validated and paid.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from events.vocabulary.desk import TableDayEnded
from events.vocabulary.legs import AcceptedWager, PlainLeg, VoidedLeg
from events.vocabulary.links import AwardTerms, LinkOpened, MeterTerms
from events.vocabulary.play import ProgressiveOpen, RoundClosed, RoundOpened
from events.vocabulary.progressive import (
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
    RoundVoided,
)
from streams.engines.embedded import Embedded
from streams.log import Sealed
from tests.amounts import dollars
from tests.scenario_table import made
from tests.traffic import SHA, SIGNATURES, Clock, Stream, Table

DAYS: Final = ("2023-11-14", "2023-11-15")
RULEBOOK: Final = "678a@2019-11-02"
BATCH: Final = 5_000
PROCESS_EVERY: Final = 50_000


@dataclass(frozen=True)
class Link:
    """A link of the load: its unit and its meters; the first meter pays `all`, the last one `tenth`."""

    name: str
    unit_mc: int
    meters: tuple[MeterTerms, ...]

    @property
    def rate_bp(self) -> int:
        """What all meters and reserves together take of a wager, in basis points."""
        return sum(meter.primary_bp + meter.reserve_bp for meter in self.meters)

    def opened(self) -> LinkOpened:
        """The event that puts it into play."""
        return LinkOpened(
            rulebook=RULEBOOK,
            rulebook_sha256=SHA,
            paytable="A",
            wager="progressive",
            unit_wager_mc=self.unit_mc,
            meters=self.meters,
            awards=(
                AwardTerms(hand="all", meter=self.meters[0].meter, percent_bp=10_000),
                AwardTerms(hand="tenth", meter=self.meters[-1].meter, percent_bp=1_000),
            ),
            signed_by=SIGNATURES,
            reason="opening",
        )


def _meter(
    name: str, seed: int, reseed: int, primary_bp: int, reserve_bp: int, *, limit: int = 0
) -> MeterTerms:
    return MeterTerms(
        meter=name,
        seed_mc=dollars(seed),
        reseed_mc=dollars(reseed),
        primary_bp=primary_bp,
        reserve_bp=reserve_bp,
        limit_mc=dollars(limit),
    )


LINKS: Final = (
    Link("HCF", dollars(5), (_meter("progressive", 150_000, 0, 2_300, 500),)),
    Link(
        "tiers_3.x-a", dollars(1), (_meter("mega", 10_000, 10_000, 900, 0), _meter("minor", 250, 250, 300, 0))
    ),
    # 7 cents at 23.33 % leave a residual, and the limit is soon reached.
    Link("odd", 7_000, (_meter("progressive", 2_100, 0, 2_333, 501, limit=2_110),)),
)
"""As 678a and 647a have them, and one that nobody would open: it has what the other two have not."""


@dataclass
class Load:
    """What was played, counted while it was played."""

    wagers: Counter[str] = field(default_factory=Counter)
    returned: Counter[str] = field(default_factory=Counter)
    paid_mc: Counter[str] = field(default_factory=Counter)
    locked_mc: Counter[str] = field(default_factory=Counter)
    hits: int = 0
    rejected: int = 0
    rounds: int = 0


class _Played(Table):
    """A table of the load."""

    def opens(self, seats: list[int], unit_mc: int, round_: str) -> Iterator[Sealed]:
        """A round up to "no more bets"."""
        offer = ProgressiveOpen(
            wager="progressive", link=self.link, unit_wager_mc=unit_mc, legs_sent=self.legs
        )
        opened = RoundOpened(
            rulebook=RULEBOOK,
            rulebook_sha256=SHA,
            selections_seq=self.selections_seq,
            progressives=(offer,),
            dealer="D-1",
        )
        yield self.say(opened, round_)
        wagers = tuple(AcceptedWager(seat=seat, wager="progressive", amount_mc=unit_mc) for seat in seats)
        yield self.say(self.closes_bets(wagers), round_)

    def ends_day(self) -> Sealed:
        """The table's marker; from now on it plays the next gaming day."""
        ended = self.say(
            TableDayEnded(day=self.day, rounds=self.rounds, legs=(PlainLeg(link=self.link, leg=self.leg()),))
        )
        self.day = DAYS[1]
        return ended


class LinkedPlay:
    """Plays rounds at many tables into an embedded instance."""

    def __init__(self, embedded: Embedded, tables: int = 200, seed: int = 1) -> None:
        self.load = Load()
        self._embedded = embedded
        self._rng = random.Random(seed)
        self._units = {link.name: link.unit_mc for link in LINKS}
        clock = Clock()
        self._waiting = [Stream(f"link:{link.name}", clock).say(link.opened()) for link in LINKS]
        self._tables = [
            _Played(f"T-{n + 1:03d}", LINKS[n % len(LINKS)].name, clock, self._rng) for n in range(tables)
        ]
        self._waiting += [table.joins(self._units[table.link]) for table in self._tables]
        self._unprocessed = 0

    def play(self, wagers: int, hits: int) -> Load:
        """So many wagers, over two gaming days, and so many hits spread over them."""
        load, rng = self.load, self._rng
        due = [wagers * (n + 1) // (hits + 1) for n in range(hits)]
        day_end = wagers // 2
        played = 0
        while played < wagers:
            if played >= day_end and self._tables[0].day == DAYS[0]:
                self._say(*(table.ends_day() for table in self._tables))
            table = self._tables[rng.randrange(len(self._tables))]
            seats = [*range(1, min(rng.randint(2, 7), wagers - played + 1))] or [1]
            round_ = self._round(table, seats)
            played += len(seats)
            if due and played >= due[0]:
                self._hit(table, round_, seats[-1], len(due))
                del due[0]
            elif rng.random() < 0.01:
                voided = VoidedLeg(link=table.link, leg=table.leg(), seats=tuple(seats))
                load.returned[table.link] += len(seats)
                self._say(
                    table.say(
                        RoundVoided(reason="misdeal", section="678a.13(c)", ruled_by="F-1", legs=(voided,)),
                        round_,
                    )
                )
            self._say(table.say(RoundClosed(rack_cards=52), round_))
        self._process()
        return load

    def _round(self, table: _Played, seats: list[int]) -> str:
        table.rounds += 1
        self.load.rounds += 1
        self.load.wagers[table.link] += len(seats)
        round_ = f"{table.table}-{table.rounds}"
        self._say(*table.opens(seats, self._units[table.link], round_))
        return round_

    def _hit(self, table: _Played, round_: str, seat: int, left: int) -> None:
        """A claim; most are paid, one in ten is left owing, one in ten is rejected."""
        hand = "all" if left % 3 == 0 else "tenth"
        claim = table.say(
            ProgressiveClaimed(
                seat=seat, wager="progressive", hand=hand, cards=(), link=table.link, leg=table.leg()
            ),
            round_,
        )
        self._say(claim)
        self._process()
        self.load.hits += 1
        if left % 10 == 1:
            self.load.locked_mc[table.link] += self._amount(table, claim.seq)
            return
        common = {"link": table.link, "claim_seq": claim.seq, "seat": seat}
        if left % 10 == 2:
            self.load.rejected += 1
            body = ProgressiveRejected(**common, leg=table.leg(), rejected_by="F-1", reason="misread")
            self._say(table.say(body, round_))
            return
        amount_mc = self._amount(table, claim.seq)
        self.load.paid_mc[table.link] += amount_mc
        validated = ProgressiveValidated(**common, leg=table.leg(), validated_by="F-1", seen=made(hand))
        self._say(table.say(validated, round_))
        paid = ProgressivePaid(
            **common, leg=table.leg(), amount_mc=amount_mc, paid_from="cage", paid_by="C-1"
        )
        self._say(table.say(paid, round_))

    def _amount(self, table: _Played, claim_seq: int) -> int:
        (award,) = self._embedded.store.rows(
            'SELECT amount_mc FROM awards WHERE link = ? AND "table" = ? AND claim_seq = ?',
            (table.link, table.table, claim_seq),
        )
        amount_mc: int = award["amount_mc"]
        return amount_mc

    def _say(self, *events: Sealed) -> None:
        self._waiting += events
        if len(self._waiting) >= BATCH:
            self._append()
        if self._unprocessed >= PROCESS_EVERY:
            self._process()

    def _append(self) -> None:
        self._unprocessed += len(self._waiting)
        self._embedded.log.append(self._waiting)
        self._waiting = []

    def _process(self) -> None:
        if self._waiting:
            self._append()
        self._embedded.process()
        self._unprocessed = 0
