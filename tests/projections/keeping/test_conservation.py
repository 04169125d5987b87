"""Over any history the money adds up: seeds and contributions are on the meters, or went to awards."""

from hypothesis import given, settings
from hypothesis import strategies as st

from events.vocabulary.links import MeterTerms
from tests.projections.folding import KeeperAtHand
from tests.scenario import SEVEN_CARDS, SIX_CARDS, Clock, LinkDesk
from tests.scenario_table import TableDesk

SEATS = st.integers(1, 5)
UNITS = st.integers(1, 10**9)
TERMS = st.builds(
    MeterTerms,
    meter=st.just("progressive"),
    seed_mc=st.integers(0, 10**10),
    reseed_mc=st.integers(0, 10**9),
    primary_bp=st.integers(0, 5_000),
    reserve_bp=st.integers(0, 5_000),
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("bets"), st.sets(SEATS, max_size=4)),
        st.tuples(st.just("claim"), SEATS, st.sampled_from((SIX_CARDS, SEVEN_CARDS))),
        st.tuples(st.just("void"), st.sets(SEATS)),
        st.tuples(st.sampled_from(("validate", "reject", "pay"))),
    ),
    max_size=25,
)


class History:
    """A table played step by step, and what its standing wagers have contributed."""

    def __init__(self, terms: MeterTerms, unit_mc: int) -> None:
        clock = Clock()
        self.table = TableDesk("T1", clock)
        self.keeper = KeeperAtHand()
        self.unit_mc = unit_mc
        self.keeper.takes(LinkDesk("HCF", clock).opens(meters=[terms], unit_mc=unit_mc))
        self.keeper.takes(self.table.opens(unit_mc=unit_mc))
        self.share = terms.primary_bp + terms.reserve_bp
        self.contributed = 0
        self.at_stake: dict[int, int] = {}
        self.claims: list[bytes] = []
        self.table.opens_round()

    def bets(self, seats: set[int]) -> None:
        """A new round and its wagers."""
        wagers = dict.fromkeys(sorted(seats), self.unit_mc)
        self.table.opens_round()
        self.keeper.takes(self.table.closes_bets({"HCF": wagers}))
        self.at_stake = dict(wagers)
        self.contributed += sum(wagers.values()) * self.share

    def claim(self, seat: int, hand: str) -> None:
        """A claim, good or not."""
        self.claims.append(self.table.claims(seat, hand))
        self.keeper.takes(self.claims[-1])

    def void(self, seats: set[int]) -> None:
        """Stakes returned."""
        self.keeper.takes(self.table.voids({"HCF": sorted(seats)}))
        self.contributed -= sum(self.at_stake.pop(seat, 0) for seat in seats) * self.share

    def validate(self) -> None:
        """The last claim is validated."""
        if self.claims:
            self.keeper.takes(self.table.validates(self.claims[-1]))

    def reject(self) -> None:
        """The last claim is rejected."""
        if self.claims:
            self.keeper.takes(self.table.rejects(self.claims[-1]))

    def pay(self) -> None:
        """The last award that stands is paid."""
        awards = self.keeper.keeper.books["HCF"].state.awards
        if self.claims and awards:
            self.keeper.takes(self.table.pays(self.claims[-1], list(awards.values())[-1].amount_mc))


@settings(max_examples=60)
@given(TERMS, UNITS, STEPS)
def test_nothing_is_made_or_lost_to_the_last_unit(terms, unit_mc, steps):
    history = History(terms, unit_mc)
    for name, *details in steps:
        getattr(history, name)(*details)
        meter = history.keeper.meter
        assert min(meter.primary_mc, meter.reserve_mc) >= 0
        assert 0 <= meter.balance.primary_residual < 10_000
        assert 0 <= meter.balance.reserve_residual < 10_000
    assert history.keeper.balance_of(history.contributed) == 0


@settings(max_examples=30)
@given(TERMS, UNITS, STEPS)
def test_same_legs_in_the_same_order_give_the_same_bytes(terms, unit_mc, steps):
    first, second = History(terms, unit_mc), History(terms, unit_mc)
    for history in (first, second):
        for name, *details in steps:
            getattr(history, name)(*details)
    assert first.keeper.records == second.keeper.records
    assert first.keeper.keeper.dump() == second.keeper.keeper.dump()
