"""Tables that lie, whole: rounds as they should be but for one lie, and what holds whatever they say."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from events.topics import LINKS
from projections.keeping.keeper import Keeper
from projections.records import Record
from tests.projections.keeping.entitlement_judge import (
    LOCKS_AT_MOST,
    PAYMENTS_AT_MOST,
    UNPAID_AT_MOST,
)
from tests.projections.keeping.lying_awards import SHARES
from tests.projections.keeping.lying_cash import LyingCash
from tests.projections.keeping.lying_floor import (
    HANDS,
    WAGERS,
    links,
    seats,
    seldom,
    some_seats,
    tables,
)

evidence = st.sampled_from(("none", "right", "other", "unread"))
"""What cards may say of a hand, each as often."""
BETWEEN = (
    *((), (), ("closes",), ("closes",)),
    *(("fills",), ("closes", "rates"), ("empties", "closes", "retires")),
)
"""What may become of a link while a round of its tables is not over."""
STATE_AT_MOST = 600_000
"""Bytes of one partition with two links: Kafka takes a value of 1 MB."""


class LyingTables(LyingCash):
    """All that tables may lie about, and what holds after every leg."""

    # --- an honest round ----------------------------------------------------------------------------------

    @rule(
        table=tables, link=links, who=some_seats, wager=st.sampled_from(tuple(WAGERS)),
        hand=st.sampled_from(HANDS), steps=st.integers(0, 3), early=seldom,
        amount=st.sampled_from(("right", "short", "over")), share=st.sampled_from((*("right",) * 9, *SHARES)),
    )  # fmt: skip
    def plays_well(  # noqa: PLR0917 - likewise
        self,
        table: str,
        link: str,
        who: list[int],
        wager: str,
        hand: str,
        steps: int,
        early: bool,
        amount: str,
        share: str,
    ) -> None:
        """A round as it should be, up to the payment, so that there is something to lie about; seldom is it
        claimed for others than it should."""
        judge = self.judges[link]
        if not judge.live:
            self.opens(link, True)
        if judge.unfit(table, ([0] + self.selected[link, table])[-1]):
            self.selects(table, link, "all", "")
        self.bets(table, link, sorted(set(who)), wager, False, False, 0, 1)
        if steps > 0:
            self.shows(table, link, who[0], wager, hand, "none", "none", False, False, share)
            if early:
                self.pays(-1, amount, 1, 0, False, "cage", "new")
            if steps > 1:
                self.validates(-1, "F-1", "right", "none", False, "")
            if steps > 2:
                self.pays(-1, amount, 1, 0, False, "cage", "new")

    @rule(
        table=tables, link=links, who=some_seats, wager=st.sampled_from(tuple(WAGERS)),
        hand=st.sampled_from(HANDS), claimed=st.booleans(), too_many=st.booleans(),
        between=st.sampled_from(BETWEEN), then=st.sampled_from(("claims", "claims", "voids", "rejects")),
    )  # fmt: skip
    def goes_on_too_late(  # noqa: PLR0917 - likewise
        self, table: str, link: str, who: list[int], wager: str, hand: str, claimed: bool, too_many: bool,
        between: tuple[str, ...], then: str,
    ) -> None:  # fmt: skip
        """More is wagered than is reasonable, or the link is closed, changed, filled or even given up, before
        a round is claimed, void or rejected."""
        seats_in = [1, 2, 3, 4] if too_many else who
        self.plays_well(table, link, seats_in, wager, hand, int(claimed), False, "right", "right")
        if too_many:
            other = next(name for name in WAGERS if name != wager)
            self.bets(table, link, sorted(set(who)), other, False, True, 0, 1)
        for what in between:
            self.control(link, what)
        self.tells_on(then, table, link, who, wager, hand)

    def tells_on(  # noqa: PLR0917 - likewise
        self, then: str, table: str, link: str, who: list[int], wager: str, hand: str
    ) -> None:
        """A round is claimed, void or rejected."""
        if then == "claims":
            self.shows(table, link, who[0], wager, hand, "none", "none", False, False, "right")
        elif then == "voids":
            self.voids(table, link, who)
        else:
            self.rejects(-1, "")

    @rule(
        table=tables, link=links, seat=seats, hand=st.sampled_from(HANDS), paid=st.booleans(),
        then=st.sampled_from(("claims", "voids", "rejects")),
    )  # fmt: skip
    def goes_on_when_nothing_is_owed_and_all_given_up(  # noqa: PLR0917 - likewise
        self, table: str, link: str, seat: int, hand: str, paid: bool, then: str
    ) -> None:
        """A link that owes nothing is emptied and given up, and then its last round is told on."""
        self.plays_well(table, link, [seat], "progressive", hand, 3 if paid else 0, False, "right", "right")
        for what in ("empties", "closes", "retires"):
            self.control(link, what)
        self.tells_on(then, table, link, [seat], "progressive", hand)

    @rule(
        table=tables, link=links, who=st.lists(seats, min_size=2, max_size=4, unique=True),
        wager=st.sampled_from(tuple(WAGERS)), share=st.sampled_from(("right", "box")), paid=st.booleans(),
        back=st.none() | some_seats,
    )  # fmt: skip
    def voids_a_round_of_winners(  # noqa: PLR0917 - likewise
        self, table: str, link: str, who: list[int], wager: str, share: str, paid: bool,
        back: list[int] | None,
    ) -> None:  # fmt: skip
        """Several seats of a round win one after the other, or share a dealer's hand, perhaps as boxes of one
        player; some of it is paid, and then the round is void for all of them or for some."""
        self.plays_well(table, link, who, wager, "tenth", 0, False, "right", "right")
        shared = WAGERS[wager] == "dealer"
        winners = who[:1] if shared else who
        for seat in winners:
            how = share if shared else "right"
            self.shows(table, link, seat, wager, "tenth", "none", "none", False, False, how)
        if paid:
            for which in range(-len(winners), 0):
                self.validates(which, "F-1", "right", "none", False, "")
                self.pays(which, "short", 1, 0, False, "cage", "new")
        self.voids(table, link, who if back is None else back)

    # --- one lie in a good round --------------------------------------------------------------------------

    @rule(
        table=tables, link=links, who=some_seats, others=some_seats, wager=st.sampled_from(tuple(WAGERS)),
        odd=seldom,
    )  # fmt: skip
    def closes_bets_again(  # noqa: PLR0917 - likewise
        self, table: str, link: str, who: list[int], others: list[int], wager: str, odd: bool
    ) -> None:
        """A good round has a second "no more bets", perhaps of a seat that had the wager already."""
        self.plays_well(table, link, who, wager, "tenth", 0, False, "right", "right")
        self.bets(table, link, sorted(set(others)), wager, odd, True, 0, 1)

    @rule(
        table=tables, link=links, who=some_seats,
        then=st.sampled_from(("", "closes", "opens", "opens_other")),
        selected=st.integers(0, 3), control=st.integers(-3, 0), selections=st.integers(1, 4),
    )  # fmt: skip
    def sends_a_round_of_before(  # noqa: PLR0917 - likewise
        self, table: str, link: str, who: list[int], then: str, selected: int, control: int,
        selections: int,
    ) -> None:  # fmt: skip
        """A round that was opened before the link was closed or opened again, or by older selections."""
        self.plays_well(table, link, who, "progressive", "tenth", 0, False, "right", "right")
        if then:
            self.control(link, "closes")
        if then.startswith("opens"):
            self.opens(link, then == "opens")
        for _ in range(selected):
            self.selects(table, link, "all", "")
        self.bets(table, link, sorted(set(who)), "progressive", False, False, control, selections)

    @rule(
        table=tables, link=links, seat=seats, again=st.booleans(),
        tries=st.lists(
            st.tuples(st.sampled_from((*HANDS, "pair")), evidence, evidence, st.booleans()),
            min_size=1, max_size=6,
        ),
    )  # fmt: skip
    def claims_by_cards(
        self, table: str, link: str, seat: int, again: bool, tries: list[tuple[str, str, str, bool]]
    ) -> None:
        """A good round, and hands that the cards show or not; perhaps once an award of it was rejected."""
        self.plays_well(table, link, [seat], "progressive", "tenth", int(again), False, "right", "right")
        if again:
            self.rejects(-1, "")
        for hand, shown, made, folded in tries:
            self.shows(table, link, seat, "progressive", hand, shown, made, folded, True, "right")

    @rule(
        table=tables, link=links, seat=seats,
        tries=st.lists(
            st.tuples(
                st.sampled_from(("F-1", "F-1", "D-1", " d-1")), evidence, evidence, st.booleans(),
                st.sampled_from(("", "floorperson", "dealer")),
            ),
            min_size=1, max_size=6,
        ),
    )  # fmt: skip
    def validates_a_good_claim(
        self, table: str, link: str, seat: int, tries: list[tuple[str, str, str, bool, str]]
    ) -> None:
        """All is in order with an award, but who validates it, by which cards, and for whom."""
        self.plays_well(table, link, [seat], "progressive", "tenth", 1, False, "right", "right")
        for by, shown, seen, folded, rank in tries:
            self.validates(-1, by, shown, seen, folded, rank)

    # --- cash ---------------------------------------------------------------------------------------------

    @rule(
        table=tables, link=links, who=st.lists(seats, min_size=2, max_size=4, unique=True),
        wager=st.sampled_from(tuple(WAGERS)), amount=st.sampled_from(("short", "over")),
        outcome=st.sampled_from(("never_happened", "never_happened", "recovered")),
        part=st.sampled_from(("all", "some")), again=st.booleans(),
    )  # fmt: skip
    def mends_what_one_of_several_got(  # noqa: PLR0917 - likewise
        self, table: str, link: str, who: list[int], wager: str, amount: str, outcome: str, part: str,
        again: bool,
    ) -> None:  # fmt: skip
        """One seat of a round is paid in part or too much, and that is mended, perhaps twice."""
        self.plays_well(table, link, who, wager, "tenth", 2, False, "right", "right")
        self.pays(-1, amount, 1, 0, False, "cage", "new")
        self.mends(-1, outcome, part, 2)
        if again:
            self.mends(-1, "never_happened", "all", 2)

    @rule(
        table=tables, link=links, who=some_seats, wager=st.sampled_from(tuple(WAGERS)),
        hand=st.sampled_from(HANDS), any_mc=st.sampled_from((1_000, 10_000_000)) | st.integers(1, 10**9),
    )  # fmt: skip
    def pays_twice_and_once_never_happened(  # noqa: PLR0917 - likewise
        self, table: str, link: str, who: list[int], wager: str, hand: str, any_mc: int
    ) -> None:  # fmt: skip
        """A payment too many, and then the first one is found never to have happened."""
        self.plays_well(table, link, who, wager, hand, 3, False, "right", "right")
        self.pays(-1, "any", any_mc, 0, False, "cage", "new")
        self.mends(-2, "never_happened", "all", 2)

    @rule(
        table=tables, other=tables, link=links, who=some_seats, hand=st.sampled_from(HANDS),
        undone=st.booleans(), any_mc=st.integers(1, 30_000_000),
    )  # fmt: skip
    def pays_after_a_correction(  # noqa: PLR0917 - likewise
        self, table: str, other: str, link: str, who: list[int], hand: str, undone: bool, any_mc: int
    ) -> None:  # fmt: skip
        """An award before it goes back, so that one which was validated is of another amount and then paid;
        perhaps it was paid already, and that payment is found never to have happened."""
        self.plays_well(table, link, who, "progressive", "tenth", 1, False, "right", "right")
        self.plays_well(other, link, who, "progressive", hand, 3 if undone else 2, False, "right", "right")
        if undone:
            self.pays(-1, "any", any_mc, 0, False, "cage", "new")
        self.rejects(-2, "")
        if undone:
            self.mends(-2, "never_happened", "all", 2)
        self.pays(-1, "right", 1, 0, False, "cage", "new")

    # --- what always holds --------------------------------------------------------------------------------

    @rule()
    def crashes(self) -> None:
        """A keeper that takes over from a stored state answers to the byte alike."""
        stored, since = self.stored
        keeper = Keeper.load(stored)
        for link, value, outputs in self.taken[since:]:
            assert keeper.step(Record(LINKS, 0, keeper.next_offset, link, value)) == outputs
        assert keeper.dump() == self.keeper.dump()
        self.keeper = keeper
        self.stored = (keeper.dump(), len(self.taken))

    @invariant()
    def every_cent_is_on_an_account(self) -> None:
        """Cash out is what the ledger says was paid; what is owed and what is beyond are the judge's too."""
        for link, judge in self.judges.items():
            assert self.paid_account[link] == judge.out_mc
            assert self.beyond_account[link] == sum(cash.beyond_mc for cash in judge.cash.values())
            owed = sum(award.owed(seat) for award in judge.awards.values() for seat in award.shares)
            assert self.payable_account[link] == owed

    @invariant()
    def state_is_bounded(self) -> None:
        """Whatever tables say, the state stays a small value, and each part of it within its bound."""
        assert len(self.keeper.dump()) < STATE_AT_MOST
        for book in self.keeper.books.values():
            assert len(book.state.payments) <= PAYMENTS_AT_MOST
            assert len(book.state.awards) <= UNPAID_AT_MOST
            assert all(len(locks) <= LOCKS_AT_MOST for locks in book.state.locks.values())
            assert set(book.state.rounds) | set(book.state.days) <= set(book.state.tables)
