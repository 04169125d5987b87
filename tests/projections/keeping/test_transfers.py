"""Money between two links: sent, in transit, received or refused, taken once however often it comes."""

import pytest

from events.body import decode_body
from events.envelope import decode
from events.topics import LINKS, METERS
from projections.keeping.keeper import Keeper
from projections.records import Record
from tests.amounts import dollars
from tests.projections.folding import KeeperAtHand
from tests.projections.keeping.at_link import small
from tests.scenario import Clock, LinkDesk


class Pair:
    """Two links with a keeper each; what one sends to the other waits until it is handed over."""

    def __init__(self):
        clock = Clock()
        self.desks = {name: LinkDesk(name, clock) for name in ("EAST", "WEST")}
        self.keepers = {name: Keeper() for name in self.desks}
        self.waiting = []
        for name, desk in self.desks.items():
            self.takes(name, desk.opens(**small(seed_mc=dollars(100))))

    def takes(self, link, value):
        """What a link records, type and body; what it sends waits."""
        keeper = self.keepers[link]
        outputs = keeper.step(Record(LINKS, 0, keeper.next_offset, link, value))
        self.waiting += [(output.key, output.value) for output in outputs if output.topic == LINKS]
        records = [decode(output.value) for output in outputs if output.topic == METERS]
        return [(record.type, decode_body(record)) for record in records]

    def delivers(self, times=1):
        """What waits is handed over, so often; returns what is recorded."""
        waiting, self.waiting = self.waiting, []
        return [answer for link, value in waiting for _ in range(times) for answer in self.takes(link, value)]

    def amounts(self, link):
        """Primary and reserve of a link's meter, and what it has in transit."""
        state = self.keepers[link].books[link].state
        meter = state.meters["progressive"]
        return meter.primary_mc, meter.reserve_mc, sum(state.transit.values())


def test_a_transfer_is_in_transit_until_the_other_link_has_it_and_says_so():
    pair = Pair()
    ((type_, sent),) = pair.takes("EAST", pair.desks["EAST"].transfers(dollars(30), "WEST"))
    assert (type_, sent.leg, sent.to_link) == ("transfer_sent", 1, "WEST")
    assert pair.amounts("EAST") == (dollars(70), 0, dollars(30))
    ((type_, received),) = pair.delivers()
    assert (type_, received.from_link, received.number, received.leg) == ("transfer_received", "EAST", 1, 1)
    assert pair.amounts("WEST") == (dollars(130), 0, 0)
    assert pair.delivers() == []
    assert pair.amounts("EAST") == (dollars(70), 0, 0)


def test_a_transfer_that_comes_again_moves_money_once():
    pair = Pair()
    pair.takes("EAST", pair.desks["EAST"].transfers(dollars(30), "WEST"))
    assert [type_ for type_, _ in pair.delivers(times=3)] == ["transfer_received"]
    pair.delivers(times=3)
    assert pair.amounts("EAST") == (dollars(70), 0, 0)
    assert pair.amounts("WEST") == (dollars(130), 0, 0)


def test_transfers_that_overtake_each_other_are_taken_in_their_order():
    pair = Pair()
    for amount in (1, 2, 3):
        pair.takes("EAST", pair.desks["EAST"].transfers(dollars(amount), "WEST"))
    pair.waiting = [pair.waiting[index] for index in (1, 2, 0)]
    types = [type_ for type_, _ in pair.delivers()]
    assert types == ["table_incomplete", *["transfer_received"] * 3, "table_complete"]
    assert pair.amounts("WEST") == (dollars(106), 0, 0)


@pytest.mark.parametrize("account", ["primary", "reserve"])
def test_what_the_other_link_refuses_comes_back_to_the_account_that_it_left(account):
    pair = Pair()
    east = pair.desks["EAST"]
    pair.takes("EAST", east.adjusts(dollars(50), account="reserve"))
    before = pair.amounts("EAST")
    pair.takes("EAST", east.transfers(dollars(30), "WEST", to_meter="mega", account=account))
    ((type_, refused),) = pair.delivers()
    assert (type_, refused.from_meter, refused.leg) == ("transfer_refused", "progressive", 1)
    assert "the link has no meter mega" in refused.reason
    ((type_, returned),) = pair.delivers(times=2)
    assert (type_, returned.to_link, returned.number) == ("transfer_returned", "WEST", 1)
    assert returned.reason == refused.reason
    assert pair.amounts("EAST") == before
    assert pair.amounts("WEST") == (dollars(100), 0, 0)


def test_one_refusal_after_another_comes_back():
    pair = Pair()
    for _ in range(2):
        pair.takes("EAST", pair.desks["EAST"].transfers(dollars(30), "WEST", to_meter="mega"))
        assert [type_ for type_, _ in pair.delivers()] == ["transfer_refused"]
        assert [type_ for type_, _ in pair.delivers()] == ["transfer_returned"]
    assert pair.amounts("EAST") == (dollars(100), 0, 0)


def test_answers_and_transfers_of_a_link_are_numbered_together():
    pair = Pair()
    pair.takes("EAST", pair.desks["EAST"].transfers(dollars(1), "WEST"))
    pair.delivers()
    ((_, sent),) = pair.takes("WEST", pair.desks["WEST"].transfers(dollars(2), "EAST"))
    assert sent.leg == 2
    assert [type_ for type_, _ in pair.delivers()] == ["transfer_received"]
    pair.delivers()
    assert pair.amounts("EAST") == (dollars(101), 0, 0)
    assert pair.amounts("WEST") == (dollars(99), 0, 0)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((0, "WEST"), "the amount is zero"),
        ((dollars(100) + 1, "WEST"), "$100.00 is there"),
        ((1, "EAST"), "a link sends nothing to itself"),
        ((1, "WEST", "progressive", "mega"), "has no meter mega"),
    ],
)
def test_a_transfer_that_cannot_be_made_is_refused_by_the_sender(arguments, reason):
    pair = Pair()
    ((type_, body),) = pair.takes("EAST", pair.desks["EAST"].transfers(*arguments))
    assert (type_, body.attempted) == ("leg_refused", "transfer")
    assert reason in body.reason
    assert pair.waiting == []


def test_a_link_is_not_retired_while_a_transfer_is_on_its_way():
    pair = Pair()
    east = pair.desks["EAST"]
    pair.takes("EAST", east.closes())
    pair.takes("EAST", east.transfers(dollars(100), "WEST"))
    ((_, body),) = pair.takes("EAST", east.retires())
    assert "transfer 1 to WEST is not answered" in body.reason
    pair.delivers()
    pair.delivers()
    assert [type_ for type_, _ in pair.takes("EAST", east.retires())] == ["meter_retired"]


def test_a_transfer_to_a_retired_link_or_to_an_overflow_goes_back():
    pair = Pair()
    east, west = pair.desks.values()
    pair.takes("WEST", west.closes())
    pair.takes("WEST", west.adjusts(-dollars(100)))
    pair.takes("EAST", east.transfers(1, "WEST", to_meter="progressive.overflow"))
    assert [type_ for type_, _ in pair.delivers()] == ["transfer_refused"]
    pair.takes("WEST", west.retires())
    pair.takes("EAST", east.transfers(1, "WEST"))
    assert [type_ for type_, _ in pair.delivers()] == ["transfer_returned", "transfer_refused"]


def test_a_record_that_is_not_for_this_link_is_quarantined():
    pair = Pair()
    pair.takes("EAST", pair.desks["EAST"].transfers(dollars(1), "WEST"))
    ((_, value),) = pair.waiting
    stray = KeeperAtHand("NORTH")
    assert stray.takes(value) == []
    assert [reason for _, reason in stray.quarantined] == ["malformed"]
