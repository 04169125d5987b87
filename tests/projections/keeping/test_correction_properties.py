"""Over any history: a rejected award leaves the meter as if it had never been locked; no money is lost."""

from hypothesis import given, settings
from hypothesis import strategies as st

from events.body import decode_body
from events.envelope import read_header
from events.money import cents
from events.vocabulary.links import MeterTerms
from tests.amounts import dollars
from tests.projections.folding import KeeperAtHand
from tests.scenario import SEVEN_CARDS, SIX_CARDS, Clock, LinkDesk
from tests.scenario_table import TableDesk

UNIT = dollars(100)


def bets(at, seats, table=None):
    return at.bets(dict.fromkeys(seats, UNIT), table)


AMOUNTS = st.one_of(st.integers(0, 10**8), st.integers(10**8 - 10**6, 10**8))
"""Anything, or nearly as much as the limit lets stand there."""
TERMS = st.builds(
    MeterTerms,
    meter=st.just("progressive"),
    seed_mc=AMOUNTS,
    reseed_mc=AMOUNTS,
    primary_bp=st.integers(0, 5_000),
    reserve_bp=st.integers(0, 5_000),
    limit_mc=st.sampled_from((0, 10**8, 10**8 + 700_000)),
)
SEATS = st.integers(1, 4)
TABLES = st.integers(0, 2)
PLAY = st.lists(
    st.one_of(
        st.tuples(st.just("bets"), TABLES, st.sets(SEATS, min_size=1)),
        st.tuples(st.just("wins"), TABLES, SEATS, st.sampled_from((SIX_CARDS, SEVEN_CARDS))),
        st.tuples(st.just("claim"), TABLES, SEATS, st.sampled_from((SIX_CARDS, SEVEN_CARDS))),
        st.tuples(st.just("share"), TABLES),
        st.tuples(st.just("validate"), st.integers(0, 9)),
        st.tuples(st.just("adjust"), st.integers(1, 10**7)),
        st.tuples(st.just("store")),
    ),
    min_size=2,
    max_size=15,
)
UNIT_MC = 1_234_567
EXAMPLES = 60


class Floor:
    """Three tables of one link, played step by step; claims may be left out, as if never made."""

    def __init__(self, terms, *, without=()):
        clock = Clock()
        self.link = LinkDesk("HCF", clock)
        self.tables = [TableDesk(f"T{number}", clock) for number in range(3)]
        self.keeper = KeeperAtHand()
        self.keeper.takes(self.link.opens(meters=[terms], unit_mc=UNIT_MC))
        self.keeper.takes(*(table.opens(unit_mc=UNIT_MC) for table in self.tables))
        self.claims = []
        self.once = set()
        self.seats = [[], [], []]
        self.without = without

    def bets(self, table, seats):
        """A new round and its wagers."""
        desk = self.tables[table]
        desk.opens_round()
        self.seats[table] = sorted(seats)
        self.keeper.takes(desk.closes_bets({"HCF": dict.fromkeys(self.seats[table], UNIT_MC)}))

    def wins(self, table, seat, hand):
        """A new round with one wager, which wins."""
        self.bets(table, {seat})
        self.claim(table, 0, hand)

    def claim(self, table, which, hand):
        """A claim of one of the seats that wager."""
        if self.seats[table]:
            self._claims(table, self.seats[table][which % len(self.seats[table])], hand, ())

    def share(self, table):
        """A claim on the dealer's hand by all who wager."""
        if self.seats[table]:
            self._claims(table, self.seats[table][0], SIX_CARDS, self.seats[table])

    def _claims(self, table, seat, hand, sharing):
        """No second claim of the same hand: whether that one is good hangs on the first."""
        desk = self.tables[table]
        if {(desk.round, of) for of in (0, *(self.seats[table] if sharing else [seat]))} & self.once:
            return
        self.once.add((desk.round, 0 if sharing else seat))
        claim = desk.claims(seat, hand, sharing=sharing)
        if len(self.claims) in self.without:
            claim = desk.recorded[-1] = self._a_claim_that_wins_nothing(desk)
        self.claims.append((desk, claim))
        self.keeper.takes(claim)

    def _a_claim_that_wins_nothing(self, desk):
        """In place of the claim a leg that changes nothing: a hand that wins no percentage."""
        desk.seq -= 1
        desk.legs["HCF"] -= 1
        return desk.claims(1, "a_pair_of_twos")

    def validate(self, which):
        """A claim is validated, if there is one."""
        if self.claims:
            desk, claim = self.claims[which % len(self.claims)]
            self.keeper.takes(desk.validates(claim))

    def adjust(self, amount_mc):
        """More on the meter."""
        self.keeper.takes(self.link.adjusts(amount_mc))

    def store(self):
        """The keeper's state is stored and loaded."""
        self.keeper.keeper = type(self.keeper.keeper).load(self.keeper.keeper.dump())

    def plays(self, steps):
        """All steps in order."""
        for name, *details in steps:
            getattr(self, name)(*details)
        return self

    @property
    def state(self):
        """The state of the link."""
        return self.keeper.keeper.books["HCF"].state

    @property
    def outcome(self):
        """What is on the meters, and what every award is."""
        return (
            self.state.meters,
            {claim: (award.amount_mc, award.owed) for claim, award in self.state.awards.items()},
            {table: (last.hits, last.claimed) for table, last in self.state.rounds.items()},
        )


@settings(max_examples=EXAMPLES, deadline=None)
@given(TERMS, PLAY, st.data())
def test_rejecting_awards_gives_what_the_same_history_without_the_claims_gives(terms, steps, data):
    floor = Floor(terms).plays(steps)
    locked = [
        index for index, (desk, claim) in enumerate(floor.claims) if _key(desk, claim) in floor.state.awards
    ]
    if not locked:
        return
    rejected = data.draw(st.lists(st.sampled_from(locked), min_size=1, max_size=3, unique=True))
    for which in rejected:
        desk, claim = floor.claims[which]
        floor.keeper.takes(desk.rejects(claim))
    assert floor.outcome == Floor(terms, without=rejected).plays(steps).outcome


def _key(desk, claim):
    return (desk.owner, read_header(claim).seq)


@settings(max_examples=EXAMPLES, deadline=None)
@given(
    TERMS,
    PLAY,
    st.lists(st.tuples(st.sampled_from(("pay", "reject")), st.integers(0, 9)), min_size=2, max_size=8),
)
def test_money_is_conserved_whatever_was_paid_before_a_rejection(terms, steps, ends):
    floor = Floor(terms).plays(steps)
    wagered = sum(_wagered(record) for record in floor.keeper.records)
    for what, which in ends:
        if not floor.claims:
            break
        desk, claim = floor.claims[which % len(floor.claims)]
        award = floor.state.awards.get(_key(desk, claim))
        if what == "reject":
            floor.keeper.takes(desk.rejects(claim))
        elif award is not None:
            seat, owed = next(iter(award.owed.items()))
            floor.keeper.takes(desk.validates(claim), desk.pays(claim, owed, seat=seat))
        assert floor.keeper.balance_of(wagered * (terms.primary_bp + terms.reserve_bp)) == 0
        assert all(min(m.primary_mc, m.reserve_mc) >= 0 for m in floor.state.meters.values())
        entitled_mc = floor.keeper.paid_mc - floor.keeper.beyond_mc
        assert floor.keeper.awards_mc == entitled_mc + sum(
            sum(award.owed.values()) for award in floor.state.awards.values()
        )
        assert all(award.amount_mc % cents(1) == 0 for award in floor.state.awards.values())


def _wagered(record):
    return decode_body(record).wagered_mc if record.type == "meter_contributed" else 0
