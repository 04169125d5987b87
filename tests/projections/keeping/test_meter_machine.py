"""Any history of two links and their tables: every step is worked out a second time by an oracle.

After every leg: the records are those that the oracle expects, to the millicent and the unit below it; money
is conserved by the records' own fields; no meter is below zero; every award is whole cents; the ledger
balances; a keeper that starts again from any stored state answers to the byte alike.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from operator import neg
from typing import Any, NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, multiple, rule

from events.body import body_fields, decode_body, read_body
from events.envelope import decode, read_header
from tests.projections.judging import DAY, Court, terms
from tests.projections.keeping.machine_cash import Cashiers, Claim, Op, amounts, indices, pick, signatures
from tests.projections.keeping.meter_checks import NOTHING, Tally, standing, summary
from tests.projections.keeping.meter_oracle import OracleLink
from tests.projections.keeping.oracle_money import RATE, Terms
from tests.projections.paying import Counted
from tests.scenario import SIGNED
from tests.scenario_table import TableDesk

EAST, WEST = "EAST", "WEST"
TABLES = {"T1": (EAST,), "T2": (EAST,), "T3": (EAST, WEST), "T4": (WEST,)}
HANDS = {"all": 10_000, "tenth": 1_000, "third": 3_333}
DAYS = [DAY, *(f"2026-03-{day}" for day in range(15, 29))]
QUIET = ("test", "training", "marker", "no marker", "closed by hand", "cut off", "back")
UNHEARD_OF = ("table_incomplete", "table_complete", "table_joined")
"""Records about legs that are missing and about tables: the machine checks what they lead to."""

links = st.sampled_from((EAST, WEST))
tables = st.sampled_from(sorted(TABLES))
feeds = st.sampled_from([(table, link) for table, fed in TABLES.items() for link in fed])
seats = st.sets(st.integers(1, 5), min_size=1, max_size=5)
winning_hands = st.tuples(*[st.sampled_from(sorted(HANDS))] * 3)
accounts = st.sampled_from(("primary", "reserve"))
names = st.sampled_from(("mega", "minor"))


@st.composite
def meters(draw: st.DrawFn) -> Terms:
    """A meter of any terms, its limit seldom far away."""
    seed, reseed = draw(st.integers(0, 2_000_000)), draw(st.integers(0, 1_000_000))
    limit = draw(st.sampled_from((0, 0, max(seed, reseed) + draw(st.integers(1, 40_000)))))
    return Terms(seed, reseed, draw(st.integers(0, 5_000)), draw(st.integers(0, 3_000)), limit)


@st.composite
def parameters(draw: st.DrawFn) -> OracleLink:
    """A link of one or two meters; each hand wins a share of one of them."""
    names = ("mega", "minor")[: draw(st.integers(1, 2))]
    unit = draw(st.sampled_from((7_000, 100_000, 500_000, 33_333)))
    hands = {hand: (draw(st.sampled_from(names)), bp) for hand, bp in HANDS.items()}
    guard = draw(st.sampled_from((0, 4 * unit)))
    return OracleLink({name: draw(meters()) for name in names}, hands, unit, guard)


class Void(NamedTuple):
    """A round is void: the oracle says step by step what becomes of its awards and wagers."""

    table: str
    seats: tuple[int, ...]


class Floor(Cashiers):
    """Two links on partitions of their own, four tables, and an oracle for each link."""

    claims = Cashiers.claims

    def __init__(self) -> None:
        super().__init__()
        self.court = Court()
        self.tables: dict[str, TableDesk] = {name: self.court.table(name) for name in TABLES}
        self.day = dict.fromkeys(TABLES, 0)
        self.fed: dict[str, str] = {}
        self.tally = {link: Tally() for link in (EAST, WEST)}
        self.ledger = {link: Counted() for link in (EAST, WEST)}
        self.silent: set[str] = set()
        self.waiting: dict[tuple[str, str], list[tuple[int, bytes, Op]]] = {}
        self.next_leg: dict[tuple[str, str], int] = {}
        self.early: dict[tuple[str, str, int], Op] = {}
        self.stored: dict[str, tuple[bytes | None, int]] = {}
        self.lost: set[str] = set()

    @initialize(east=parameters(), west=parameters())
    def opens(self, east: OracleLink, west: OracleLink) -> None:
        """Both links are put into play."""
        for link, oracle in ((EAST, east), (WEST, west)):
            by_hand = [(hand, meter, bp) for hand, (meter, bp) in oracle.awards_by_hand.items()]
            given = terms(dict(oracle.terms), by_hand, oracle.unit_mc, guard_mc=oracle.guard_mc)
            self.desks[link] = self.court.link(link)
            self.oracle[link] = oracle
            funded = sum(meter.seed_mc for meter in oracle.terms.values())
            self.stored[link] = (None, 0)
            value = self.desks[link].opens(**given)
            self.arrives(link, f"link:{link}", 1, value, lambda _, mc=funded: [("meter_opened", mc)])
        units = {link: oracle.unit_mc for link, oracle in self.oracle.items()}
        for table, fed in TABLES.items():
            value = self.tables[table].opens(fed, unit_mc=units)
            for link in fed:
                self.says(link, table, value, lambda _: [])

    # --- what comes to a link, and what it must answer ------------------------------------------------------

    def arrives(self, link: str, source: str, number: int, value: bytes, op: Op) -> None:
        """A leg reaches the keeper; legs of a source are due in the order of their numbers."""
        before = len(self.court.records.get(link, []))
        self.court.takes(link, value)
        answers = iter(self.court.records[link][before:] if link in self.court.records else [])
        new = deque([(event, decode_body(event)) for event in answers])
        self.early[link, source, number] = op
        due = self.next_leg.setdefault((link, source), 1)
        while (op := self.early.pop((link, source, due), None)) is not None:  # type: ignore[assignment]
            self.next_leg[link, source] = due = due + 1
            self.answers(link, op, new)
        assert [event.type for event, _ in self.of_money(link, new)] == []

    def answers(self, link: str, op: Op, new: deque[Any]) -> None:
        """The records that answer one leg are those that the oracle expects."""
        oracle = self.oracle[link]
        oracle.ahead = [record for record in new if record[0].type not in UNHEARD_OF]
        if link in self.lost:
            for _ in self.of_money(link, new):
                pass
            return
        expected = op(oracle)
        if isinstance(expected, Void):
            for id_ in oracle.returned_by(expected.table, expected.seats):
                self.answers(link, lambda o, id_=id_: o.give_back(*id_, "void"), new)
            if link not in self.lost:
                self.reversal(link, oracle.void(expected.table, expected.seats), new)
            for _ in self.of_money(link, new) if link in self.lost else ():
                pass
            return
        money = self.of_money(link, new)
        records = [next(money, NOTHING) for _ in expected]
        if oracle.sunk or oracle.blurred:
            self.lost.add(link)
            self.answers(link, op, new)
            return
        assert [summary(event.type, body) for event, body in records] == expected
        for _, body in records:
            assert standing(body) == oracle.standing()

    def of_money(self, link: str, new: deque[Any]) -> Iterator[Any]:
        """New records one by one, each checked by itself."""
        rates = sum(meter.primary_bp + meter.reserve_bp for meter in self.oracle[link].terms.values())
        while new:
            event, body = new.popleft()
            self.tally[link].take(event.type, body, rates)
            self.ledger[link].take(event)
            if event.type not in UNHEARD_OF:
                yield event, body

    def reversal(self, link: str, plan: dict[str, tuple[int, int, int, int]], new: deque[Any]) -> None:
        """A void: the meters give what they can, but for less than a millicent; the house bears the rest."""
        if not plan:
            return
        oracle = self.oracle[link]
        before = oracle.standing()
        event, body = next(self.of_money(link, new))
        assert event.type == "contribution_reversed"
        after = standing(body)
        took = {}
        for name, (_, _, gives_primary, gives_reserve) in plan.items():
            over = before.get(f"{name}.overflow", (0, 0))[0] - after.get(f"{name}.overflow", (0, 0))[0]
            primary, reserve = (was - now for was, now in zip(before[name], after[name], strict=True))
            assert 0 <= gives_primary - (primary + over) < RATE
            assert 0 <= gives_reserve - reserve < RATE
            took[name] = (primary, reserve, over)
        oracle.history.append(("took", took))
        assert after == oracle.standing()

    def says(self, link: str, table: str, value: bytes, op: Op) -> None:
        """A table records a leg; it comes at once unless the table is cut off."""
        desk = self.tables[table]
        day, number, live = desk.day, desk.legs[link], desk.mode == "live"

        def answer(oracle: OracleLink) -> Any:
            if live:
                oracle.played_on(table, day)
            return op(oracle)

        self.waiting.setdefault((link, table), []).append((number, value, answer))
        if table not in self.silent:
            self.flushes(link, table)

    def flushes(self, link: str, table: str, *, swapped: bool = False) -> None:
        """The legs of a table come, the second leg before the first if `swapped`."""
        legs = self.waiting.pop((link, table), [])
        if swapped:
            legs[:2] = legs[:2][::-1]
        for number, value, op in legs:
            self.arrives(link, f"table:{table}", number, value, op)
            if swapped:
                self.court.restarts(link, self.court.keepers[link].dump(), len(self.court.taken[link]))

    def controls(self, link: str, value: bytes, op: Op) -> None:
        """A control event of a link."""
        self.arrives(link, f"link:{link}", read_header(value).seq, value, op)

    # --- tables -------------------------------------------------------------------------------------------

    @rule(feed=feeds, wagers=seats, odd=st.integers(0, 15))
    def plays(self, feed: tuple[str, str], wagers: set[int], odd: int) -> None:
        """A round's wagers; seldom one of another unit than the link's."""
        table, link = feed
        self.fed[table] = link
        stakes = dict.fromkeys(sorted(wagers), self.oracle[link].unit_mc)
        if odd == 15 and stakes:
            stakes[min(stakes)] += 1
        value = self.tables[table].bets(link, [(seat, "progressive", mc) for seat, mc in stakes.items()])
        self.says(link, table, value, lambda oracle: oracle.bets(table, stakes))

    @rule(
        target=claims,
        feed=feeds,
        seat=st.integers(1, 5),
        hand=st.sampled_from((*HANDS, *HANDS, "pair")),
        share=st.booleans(),
    )
    def shows(self, feed: tuple[str, str], seat: int, hand: str, share: bool) -> Any:
        """A hand is shown, good or not."""
        table, link = feed
        if self.tables[table].round is None or self.fed[table] != link:
            return multiple()
        with_wagers = self.oracle[link].rounds.get(table, {})
        sharing = tuple(sorted({seat, *with_wagers})) if share and seat in with_wagers else ()
        if table in self.silent:
            sharing = ()
        value = self.tables[table].claims(seat, hand, link, sharing=sharing)
        claim = Claim(self.tables[table], link, value, sharing or (seat,))
        self.says(link, table, value, lambda oracle: oracle.claim(*claim.id, seat, hand, sharing))
        self.shown.append(claim)
        return claim

    @rule(
        target=claims,
        order=st.permutations(("T1", "T2", "T3")),
        hands=winning_hands,
        share=st.booleans(),
        early=st.booleans(),
    )
    def wins_everywhere(self, order: list[str], hands: tuple[str, ...], share: bool, early: bool) -> Any:
        """Winners at several tables in the same instant, at one of them two; one win may be shared.

        A claim may arrive before the wagers that it is about, and the keeper crash while it waits for them.
        """
        for table in order[1:]:
            self.plays((table, EAST), {1, 2, 3}, 0)
        was_silent = order[0] in self.silent
        self.silent |= {order[0]} if early else set()
        self.plays((order[0], EAST), {1, 2, 3}, 0)
        shown = [self.shows((table, EAST), 1, hand, share) for table, hand in zip(order, hands, strict=True)]
        if early and not was_silent:
            self.line(order[0], "back, the second leg first")
        return multiple(*shown, self.shows((order[0], EAST), 2, hands[0], False))

    @rule(which=indices)
    def rejects_one(self, which: int) -> None:
        """An award that is outstanding is rejected."""
        for claim in pick(self.outstanding(), which):
            self.rejects(claim)

    @rule(late=indices, early=indices)
    def pays_the_later_and_rejects_the_earlier(self, late: int, early: int) -> None:
        """What is paid stays paid, whatever is rejected of what was locked before it."""
        if len(self.outstanding()) > 1:
            self.settles(late % (len(self.outstanding()) - 1) + 1, 1)
            self.rejects_one(early % 2)

    @rule(claim=claims, what=st.sampled_from(("validates", "rejects")))
    def again(self, claim: Claim, what: str) -> None:
        """Any claim ever, whatever became of it."""
        (self.validates if what == "validates" else self.rejects)(claim)

    def rejects(self, claim: Claim) -> None:
        """A floorperson rejects, perhaps too late."""
        value = claim.table.rejects(claim.value)
        self.says(claim.link, claim.table.owner, value, lambda oracle: oracle.reject(*claim.id))

    @rule(which=indices, returned=seats)
    def voids(self, which: int, returned: set[int]) -> None:
        """A round is void; some stakes are returned."""
        playing = [table for table in sorted(self.fed) if self.tables[table].round is not None]
        if not playing:
            return
        table = playing[which % len(playing)]
        link = self.fed[table]
        value = self.tables[table].voids({link: sorted(returned)})
        self.says(link, table, value, lambda _: Void(table, tuple(returned)))

    @rule(table=tables, what=st.sampled_from(QUIET), link=links, day=st.integers(0, len(DAYS) - 1))
    def elsewhere(self, table: str, what: str, link: str, day: int) -> None:
        """What moves no money by itself: training, a line that fails, days that end."""
        match what:
            case "test" | "training":
                self.trains(table, what)
            case "marker" | "no marker":
                self.day_passes(table, marker=what == "marker")
            case "closed by hand":
                self.closes_day(link, day)
            case _:
                self.line(table, what)

    def trains(self, table: str, mode: str) -> None:
        """Play that is not for money: wagers, a win, a void."""
        desk, link = self.tables[table], TABLES[table][0]
        desk.mode = mode
        unit = self.oracle[link].unit_mc
        for value in (
            lambda: desk.bets(link, [(1, "progressive", unit)]),
            lambda: desk.claims(1, "all", link),
            lambda: desk.voids({link: [1]}),
        ):
            self.arrives(link, f"table:{table}", 0, value(), lambda _: [])
        desk.mode = "live"
        desk.round = None

    def line(self, table: str, how: str) -> None:
        """A table is cut off and records on; or all of it arrives, perhaps a leg before its turn."""
        if how == "cut off":
            self.silent.add(table)
            return
        self.silent.discard(table)
        for link in TABLES[table]:
            self.flushes(link, table, swapped=how != "back")

    def day_passes(self, table: str, *, marker: bool) -> None:
        """A table's gaming day is over; the marker may be forgotten."""
        desk = self.tables[table]
        if marker:
            for link in TABLES[table]:
                value, day = desk.ends_day([link]), desk.day
                self.says(link, table, value, lambda oracle, day=day: oracle.ends_day(table, day))
        desk.round = None
        self.day[table] = min(self.day[table] + 1, len(DAYS) - 1)
        desk.day = DAYS[self.day[table]]

    # --- links --------------------------------------------------------------------------------------------

    @rule(link=links, meter=names, account=accounts, amount_mc=amounts | amounts.map(neg), signed=signatures)
    def adjusts(self, link: str, meter: str, account: str, amount_mc: int, signed: int) -> None:
        """A meter is corrected by hand; one signature is none."""
        value = self.desks[link].adjusts(amount_mc, meter, account, signed=SIGNED[:signed])
        if signed == len(SIGNED):
            self.controls(link, value, lambda oracle: oracle.adjust(meter, account, amount_mc))
        else:
            self.controls(link, value, lambda _: [("leg_refused", "adjustment")])

    @rule(link=links, meter=names, account=accounts, amount_mc=amounts, carried=st.integers(0, 4))
    def sends(self, link: str, meter: str, account: str, amount_mc: int, carried: int) -> None:
        """Money goes to a meter of the other link, which may have none of that name."""
        other = WEST if link == EAST else EAST
        value = self.desks[link].transfers(amount_mc, other, meter="mega", to_meter=meter, account=account)
        self.controls(link, value, lambda oracle: oracle.send("mega", account, amount_mc))
        self.carries(carried, False, carried == 1)

    @rule(count=st.integers(1, 4), last_first=st.booleans(), twice=st.booleans())
    def carries(self, count: int, last_first: bool, twice: bool) -> None:
        """Some of what links sent each other arrives, in any order, perhaps twice."""
        for _ in range(min(count, len(self.court.sent))):
            link, value = self.court.sent.pop(-1 if last_first else 0)
            sender, fields = decode(value), body_fields(read_body(decode(value)))
            self.arrives(link, sender.stream, fields["leg"], value, of_transfer(sender.type, fields))
            if twice:
                self.repeats(link, len(self.court.taken[link]) - 1)

    def closes_day(self, link: str, day: int) -> None:
        """Two people close a day; a day that is closed stays so."""
        if day > max(self.day.values()):
            return

        missing = sorted(t for t, open_ in self.oracle[link].open_day.items() if open_ <= DAYS[day])
        self.desks[link].day = DAYS[max(self.day.values())]
        value = self.desks[link].closes_day(DAYS[day], missing)
        self.controls(link, value, lambda oracle: oracle.close_day(DAYS[day]))

    # --- failures -----------------------------------------------------------------------------------------

    @rule(link=links, how=st.sampled_from(("stores", "crashes", "repeats")), which=st.integers(0, 10_000))
    def fails(self, link: str, how: str, which: int) -> None:
        """The keeper's state is stored; or it starts again from there and decides all since a second time; or
        something that came is delivered again."""
        if how == "stores":
            self.stored[link] = (self.court.keepers[link].dump(), len(self.court.taken[link]))
        elif how == "crashes":
            self.court.restarts(link, *self.stored[link])
        else:
            self.repeats(link, which)

    def repeats(self, link: str, which: int) -> None:
        """A repeat makes no record and no message."""
        taken = self.court.taken[link]
        sent = len(self.court.sent)
        before = self.court.keepers[link].dump()
        assert self.court.takes(link, taken[which % len(taken)][0]) == []
        assert len(self.court.sent) == sent
        after = self.court.keepers[link]
        after.next_offset -= 1
        assert after.dump() == before
        after.next_offset += 1

    @invariant()
    def what_is_owed_is_what_the_ledger_says(self) -> None:
        """Awards locked and unpaid, by the records, by the ledger and by the oracle."""
        for link, oracle in self.oracle.items():
            assert self.tally[link].payable_mc == -self.ledger[link].balance("payable") >= 0
            if link not in self.lost:
                owed = sum(award.owed_all for award in oracle.awards.values())
                assert self.tally[link].payable_mc * RATE == owed

    @invariant()
    def every_cent_that_was_paid_stands_on_an_account(self) -> None:
        """By the keeper, the ledger, the rows of payments and the oracle."""
        for link, oracle in self.oracle.items():
            self.ledger[link].is_sound(self.court.keepers[link].books[link].state)
            if link not in self.lost:
                beyond = sum(cash.beyond for cash in oracle.cash.values())
                assert self.ledger[link].balance("beyond_entitlement") * RATE == beyond

    @invariant()
    def what_left_one_link_is_on_its_way_or_has_arrived(self) -> None:
        """Nothing is in transit but what waits to be carried, or is held until an earlier one comes."""
        in_transit = sum(tally.in_transit_mc for tally in self.tally.values())
        assert in_transit >= 0
        if not self.court.sent and not self.early:
            assert in_transit == 0

    def teardown(self) -> None:
        """All of it again, from nothing: the same bytes."""
        for link in self.oracle:
            self.court.restarts(link, None, 0)
        assert self.court.quarantined == []


def of_transfer(type_: str, fields: dict[str, Any]) -> Op:
    """What the other link does about what was sent to it."""
    match type_:
        case "transfer_sent":
            return lambda oracle: oracle.receive(fields["to_meter"], fields["account"], fields["amount_mc"])
        case "transfer_refused":
            return lambda oracle: oracle.take_back(
                fields["from_meter"], fields["account"], fields["amount_mc"]
            )
        case _:
            return lambda _: []


class TestFloor(Floor.TestCase):  # type: ignore[name-defined, misc]
    """The machine itself: the same histories in every run."""

    settings = settings(
        max_examples=200,
        stateful_step_count=40,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
