"""The floor of tables that lie: one keeper with two links, tables that feed them, and a judge for each link.

What is due of each leg is judged when the link has heard the control that the leg names, and no other leg may
have a record. What the tables claim and void is in `lying_awards`, what they pay in `lying_cash`,
and whole rounds are in `lying_tables`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from events.body import decode_body
from events.envelope import Event, decode, read_header
from events.topics import LINKS, METERS, QUARANTINE
from events.vocabulary.legs import AcceptedWager, PlainLeg, WagerLeg
from events.vocabulary.links import LinkAdjusted, LinkWager
from events.vocabulary.progressive import BetsClosed
from events.vocabulary.table import PaytableSelected, ProgressiveOffered, TableOpened
from projections.keeping.keeper import Keeper
from projections.ledger.link_books import LinkBook, keeper_record, take
from projections.records import Record, what_is_quarantined
from projections.state_versions import StateFormat
from tests.projections.judging import terms
from tests.projections.keeping.entitlement_judge import METER_AT_MOST_MC, Judge
from tests.projections.keeping.judged_facts import Claim, Selection, Stake, Terms
from tests.scenario import SIGNED, Clock, Desk, LinkDesk

EAST, WEST = "EAST", "WEST"
BOOKS = {EAST: "678a@2019-11-02", WEST: "647a@2019-08-31"}
TABLES = ("T1", "T2", "T3")
WAGERS = {"progressive": "player", "on_dealer": "dealer"}
HANDS = ("all", "tenth")
UNIT_MC = 500_000
GUARD_MC = 6 * UNIT_MC
RATES_BP = (2_300, 500)
OFFERS = {
    "all": tuple(WAGERS),
    "more": (*WAGERS, "ante"),
    "one": ("progressive",),
    "other": ("ante",),
    "none": (),
}
"""What a table offers for a link: its wagers, one more, one alone, only another; none if it leaves."""
HELD_AT_MOST = 65_536
TABLES_AT_MOST = 512
UNOPENED_AT_MOST = 64
CONTROLS = ("closes", "closes", "closes", "unit", "rates", "empties", "fills", "retires")
ABOUT_LEGS = ("table_incomplete", "table_complete")
"""Records about legs that are waited for: what they lead to is judged."""

links = st.sampled_from((EAST, WEST))
tables = st.sampled_from(TABLES)
seats = st.integers(1, 4)
some_seats = st.lists(seats, min_size=1, max_size=4)
picks = st.sampled_from((-1, -1, -1, -2, -3)) | st.integers(0, 200)
"""One of several, often a late one: what was just said is what there is most to lie about."""
seldom = st.sampled_from((*(False,) * 9, True))
"""A lie that is told once in a while: with too many at once none would be the reason for anything."""
wagers = st.sampled_from(("progressive", "progressive", "on_dealer", "ante"))


BOOK = StateFormat(1, LinkBook)


class Lie(NamedTuple):
    """A leg on its way: what it needs to have been heard first, and how it is judged."""

    control_seq: int
    stream: str
    seq: int
    size: int
    judged: Any


class LyingFloor(RuleBasedStateMachine):
    """Two links on one partition, three tables that say what they like, and a judge for each link."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        self.keeper = Keeper()
        self.judges = {link: Judge() for link in (EAST, WEST)}
        self.books: dict[str, LinkBook] = defaultdict(LinkBook)
        self.followed: dict[str, set[str]] = {}
        self.paid_account = Counter[str]()
        self.beyond_account = Counter[str]()
        self.payable_account = Counter[str]()
        self.desks = {link: LinkDesk(link, self.clock) for link in (EAST, WEST)}
        self.tables = {name: Desk("table", name, self.clock) for name in TABLES}
        self.legs: dict[tuple[str, str], int] = defaultdict(int)
        self.waiting: dict[tuple[str, str], list[Lie]] = defaultdict(list)
        self.selected: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.claims: list[tuple[str, Claim, int]] = []
        self.payments: list[tuple[str, str, int]] = []
        self.slips: list[str] = []
        self.rounds = 0
        self.reasons: list[str] = []
        self.fullest_before: dict[tuple[str, int], int] = {}
        self.taken: list[tuple[str, bytes, list[Any]]] = []
        self.stored: tuple[bytes, int] = (self.keeper.dump(), 0)

    # --- the keeper ---------------------------------------------------------------------------------------

    def takes(self, link: str, value: bytes, *, lost: bool = False) -> list[tuple[Event, Any]]:
        """The keeper takes a leg; the other link is not touched by it.

        A leg that is lost, since there is no room to hold it, or of a stream too many is quarantined.
        """
        lost = lost or not self.follows(link, read_header(value).stream)
        others = [name for name in (EAST, WEST) if name != link]
        before = [msgspec.msgpack.encode(self.keeper.books.get(other)) for other in others]
        restarted = Keeper.load(self.keeper.dump())
        record = Record(LINKS, 0, self.keeper.next_offset, link, value)
        outputs = self.keeper.step(record)
        assert restarted.step(record) == outputs, "a keeper that has just started says the same"
        assert restarted.dump() == self.keeper.dump(), "and knows the same"
        assert [msgspec.msgpack.encode(self.keeper.books.get(other)) for other in others] == before
        topics = {output.topic for output in outputs}
        assert topics == {QUARANTINE} if lost else topics <= {METERS}
        self.taken.append((link, value, outputs))
        if lost:
            self.reasons += [what_is_quarantined(output).detail for output in outputs]
            return []
        new = [decode(output.value) for output in outputs]
        bodies = [(event, decode_body(event)) for event in new]
        self.posts(link, bodies)
        self.reasons += reasons_in([body for _, body in bodies])
        return [(event, body) for event, body in bodies if event.type not in ABOUT_LEGS]

    def follows(self, link: str, stream: str) -> bool:
        """Whether a link is known or can be, and follows the stream or can: so many and no more."""
        if link not in self.followed:
            unopened = sum(name not in self.judges for name in self.followed)
            if link not in self.judges and unopened >= UNOPENED_AT_MOST:
                return False
            self.followed[link] = set()
        followed = self.followed[link]
        if not stream.startswith("link:") and stream not in followed:
            if len(followed) >= TABLES_AT_MOST:
                return False
            followed.add(stream)
        return True

    def posts(self, link: str, new: list[tuple[Event, Any]]) -> None:
        """The ledger takes every record; none of them leaves a problem."""
        self.fullest_before = {}
        for event, body in new:
            self.fullest_before.setdefault((body.source_stream, body.source_seq), self.fullest_mc(link))
            restarted = BOOK.load(BOOK.dump(self.books[link]))
            entry = take(self.books[link], event, keeper_record(event))
            assert take(restarted, event, keeper_record(event)) == entry, "so does a ledger"
            assert entry.problem == ""
            for posting in entry.entry.postings if entry.entry is not None else ():
                self.paid_account[link] -= posting.mc if posting.account == "paid" else 0
                self.beyond_account[link] += posting.mc if posting.account == "beyond_entitlement" else 0
                self.payable_account[link] -= posting.mc if posting.account == "payable" else 0

    def fullest_mc(self, link: str) -> int:
        """The most that is on a meter of a link, by its last record."""
        balances = self.books[link].balances.values()
        return max((mc for of in balances for mc in (of.primary_mc, of.reserve_mc)), default=0)

    def sends(self, link: str, table: str, value: bytes, control_seq: int, judged: Any) -> None:
        """A table sends a leg; it is due once the link has heard the control that it names."""
        event = read_header(value)
        waiting = self.waiting[link, table]
        if waiting or control_seq > self.judges[link].heard:
            held = sum(lie.size for (of, _), lies in self.waiting.items() for lie in lies if of == link)
            if held + len(value) > HELD_AT_MOST:
                self.takes(link, value, lost=True)
                return
        waiting.append(Lie(control_seq, event.stream, event.seq, len(value), judged))
        self.judges_due(link, self.takes(link, value))

    def judges_due(self, link: str, new: list[tuple[Event, Any]]) -> None:
        """Every leg that is due has its records, and no other leg has any."""
        by_source: dict[tuple[str, int], list[tuple[str, Any]]] = defaultdict(list)
        for event, body in new:
            by_source[body.source_stream, body.source_seq].append((event.type, body))
        for name in TABLES:
            waiting = self.waiting[link, name]
            while waiting and waiting[0].control_seq <= self.judges[link].heard:
                lie = waiting.pop(0)
                lie.judged(by_source.pop((lie.stream, lie.seq), []))
        assert not by_source, by_source

    def leg(self, link: str, table: str) -> int:
        """The number of the next leg."""
        self.legs[link, table] += 1
        return self.legs[link, table]

    # --- control ------------------------------------------------------------------------------------------

    @initialize()
    def begins(self) -> None:
        """Both links are in play, and one table plays by the terms of both."""
        for link in (EAST, WEST):
            self.opens(link, True)
            self.selects("T1", link, "all", "")

    def given(self, link: str, unit_mc: int, primary_bp: int = RATES_BP[0]) -> tuple[dict[str, Any], Terms]:
        """Terms of a link, for its desk and for its judge."""
        named = tuple(LinkWager(wager=wager, hand=hand) for wager, hand in WAGERS.items())
        by_hand = (("all", "mega", 10_000), ("tenth", "mega", 1_000))
        rates = (primary_bp, RATES_BP[1])
        fields = terms({"mega": (100_000_000, 0, *rates)}, by_hand, unit_mc, guard_mc=GUARD_MC)
        of_judge = Terms(BOOKS[link], "A", unit_mc, WAGERS, frozenset(HANDS), GUARD_MC, rates)
        return {**fields, "wagers": named, "rulebook": BOOKS[link]}, of_judge

    @rule(link=links, same=st.booleans())
    def opens(self, link: str, same: bool) -> None:
        """A link is opened, perhaps again, perhaps with another unit."""
        judge, desk = self.judges[link], self.desks[link]
        fields, of_judge = self.given(link, UNIT_MC if same else 2 * UNIT_MC)
        value = desk.opens(**fields)
        self.controls(link, value, "meter_opened", lambda: judge.opened(desk.seq, of_judge))

    @rule(link=links, what=st.sampled_from(CONTROLS))
    def control(self, link: str, what: str) -> None:
        """A link is closed, gets other terms, is emptied or filled, or is given up (which money forbids)."""
        judge, desk = self.judges[link], self.desks[link]
        if what in ("empties", "fills"):
            for account in ("primary", "reserve") if what == "empties" else ("primary",):
                self.adjusts(link, account, fills=what == "fills")
        elif what == "closes":
            self.controls(link, desk.closes(), "meter_closed", lambda: judge.closed(desk.seq))
        elif what == "retires":
            on_meters_mc = self.fullest_mc(link)
            self.controls(link, desk.retires(), "meter_retired", lambda: judge.gives_up(on_meters_mc))
        else:
            other = (2 * UNIT_MC, RATES_BP[0]) if what == "unit" else (UNIT_MC, 2_000)
            fields, of_judge = self.given(link, *other)
            value = desk.changes_terms(**fields)
            self.controls(link, value, "meter_terms_changed", lambda: judge.terms_changed(desk.seq, of_judge))

    def adjusts(self, link: str, account: Any, *, fills: bool) -> None:
        """An account of the meter is emptied, or filled to the most that one may hold."""
        judge, desk = self.judges[link], self.desks[link]
        mega = self.books[link].balances["mega"]
        there_mc = mega.primary_mc if account == "primary" else mega.reserve_mc
        value = desk.records(
            LinkAdjusted(
                meter="mega", account=account, amount_mc=METER_AT_MOST_MC - there_mc if fills else -there_mc,
                document="A-1", signed_by=SIGNED, reason="counted",
            )
        )  # fmt: skip
        judge.filled = judge.filled or fills
        moves = there_mc != (METER_AT_MOST_MC if fills else 0)
        self.controls(link, value, "meter_adjusted", lambda: moves and not judge.retired)

    def controls(self, link: str, value: bytes, type_: str, granted: Callable[[], bool]) -> None:
        """A control event comes, is granted or refused, and with it come the legs that waited for it."""
        new = self.takes(link, value)
        own = [event.type for event, body in new if body.source_stream == f"link:{link}"]
        assert own == [type_ if granted() else "leg_refused"]
        self.judges[link].heard = self.desks[link].seq
        self.judges_due(link, [pair for pair in new if pair[1].source_stream != f"link:{link}"])

    # --- tables -------------------------------------------------------------------------------------------

    @rule(
        table=tables, link=links, offers=st.sampled_from(("all", "all", "all", *OFFERS)),
        other=st.sampled_from(("", "", "", "", "", "unit", "paytable", "rulebook")),
    )  # fmt: skip
    def selects(self, table: str, link: str, offers: str, other: str) -> None:
        """A table says by what it plays for a link: by its terms, by others, or not at all any more."""
        judge = self.judges[link]
        unit = judge.terms.unit_mc if judge.terms is not None else UNIT_MC
        unit_mc = unit + 1_000 if other == "unit" else unit
        offered = OFFERS[offers]
        paytable = "B" if other == "paytable" else "A"
        rulebook = "678a@2015-proposed" if other == "rulebook" else BOOKS[link]
        desk = self.tables[table]
        desk.round = None
        value = desk.records(
            TableOpened(
                game="any", rulebook=rulebook, rulebook_sha256="0" * 64, submission="RS-1",
                paytables=tuple(PaytableSelected(wager=wager, paytable=paytable) for wager in offered),
                options=(), wagers=("ante", *offered),
                progressives=tuple(
                    ProgressiveOffered(wager=wager, link=link, unit_wager_mc=unit_mc) for wager in offered
                ),
                payout_limit_mc=None, minimum_wager_mc=UNIT_MC, betting_positions=6, boxes_per_player=1,
                dealing="hand", shuffling="manual", approvals=(), signs=(), dealer="D-1", floorperson="F-1",
                legs=(PlainLeg(link=link, leg=self.leg(link, table)),),
            )
        )  # fmt: skip
        seq = desk.seq
        self.selected[link, table].append(seq)

        def judged(records: list[tuple[str, Any]]) -> None:
            selection = Selection(seq, rulebook, paytable, unit_mc, frozenset(offered))
            assert [type_ for type_, _ in records] == judge.selects(table, selection)

        self.sends(link, table, value, 0, judged)

    @rule(
        table=tables, link=links, who=some_seats, wager=wagers, odd=seldom, again=seldom,
        control=st.sampled_from((*(0,) * 9, -1, -2, 1, -99)),
        selections=st.sampled_from((*(1,) * 9, 2, 2, 3, 9)),
    )  # fmt: skip
    def bets(  # noqa: PLR0917 - each thing that a table may lie about
        self, table: str, link: str, who: list[int], wager: str, odd: bool, again: bool, control: int,
        selections: int,
    ) -> None:  # fmt: skip
        """ "No more bets", by whatever the table says of its wagers; perhaps a second time in the round."""
        judge, desk = self.judges[link], self.tables[table]
        if not again or desk.round is None:
            self.rounds += 1
            desk.round = f"R{self.rounds}"
        unit = judge.terms.unit_mc if judge.terms is not None else UNIT_MC
        stakes = [Stake(seat, wager, unit) for seat in who]
        if odd:
            stakes[0] = stakes[0]._replace(amount_mc=unit // 2)
        control_seq = max(0, judge.heard + control)
        known = self.selected[link, table]
        selections_seq = known[-selections] if len(known) >= selections else 0
        leg = WagerLeg(
            link=link, leg=self.leg(link, table), control_seq=control_seq, selections_seq=selections_seq,
            wagers=tuple(AcceptedWager(seat=s.seat, wager=s.wager, amount_mc=s.amount_mc) for s in stakes),
        )  # fmt: skip
        value = desk.records(BetsClosed(legs=(leg,)))
        seq, round_ = desk.seq, desk.round

        def judged(records: list[tuple[str, Any]]) -> None:
            fullest_mc = self.fullest_before.get((desk.stream, seq), 0)
            good, bad, feeds = judge.bets(
                table, round_, stakes, control_seq, selections_seq, fullest_mc=fullest_mc
            )
            found = dict(records)
            assert len(found) == len(records)
            assert set(found) == {
                *(["meter_contributed" if feeds else "leg_refused"] if good else []),
                *(["stake_due_back"] if bad else []),
            }
            if good and feeds:
                assert found["meter_contributed"].wagers == len(good)
                assert found["meter_contributed"].wagered_mc == sum(stake.amount_mc for stake in good)
            if bad:
                set_aside = [
                    (Stake(s.seat, s.wager, s.amount_mc), s.reason) for s in found["stake_due_back"].stakes
                ]
                assert sorted(stake for stake, _ in set_aside) == sorted(stake for stake, _ in bad)
                for stake, why in bad:
                    assert any(of == stake and why in reason for of, reason in set_aside), why

        self.sends(link, table, value, control_seq, judged)


def reasons_in(bodies: Iterable[Any]) -> Iterator[str]:
    """Why stakes are due back, legs are refused, and cash stands beyond entitlement."""
    for body in bodies:
        yield from (stake.reason for stake in getattr(body, "stakes", ()))
        yield from filter(None, (getattr(body, "reason", ""), getattr(body, "beyond_reason", "")))
