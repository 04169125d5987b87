"""A leg that cannot be read is set aside by two people: what was held behind it is decided, in order."""

import pytest

from events.body import decode_body
from events.envelope import decode, encode
from events.topics import LINKS
from projections.keeping.leg_sequence import HELD_BYTES_A_LINK
from projections.read_model.links_model import LinksModel
from projections.read_model.table_progress import TableProgressRow
from projections.records import Record
from tests.projections.folding import KeeperAtHand
from tests.scenario import SIGNED, Clock, LinkDesk
from tests.scenario_table import TableDesk


def damaged(leg: bytes) -> bytes:
    """The leg with a body that nobody can read."""
    return encode(decode(leg)._replace(body=b"\x80"))


class Held:
    """A link with a table whose third leg cannot be read; a round, a claim and a round came after it."""

    def __init__(self) -> None:
        clock = Clock()
        self.link, self.table, self.keeper = LinkDesk("HCF", clock), TableDesk("T1", clock), KeeperAtHand()
        self.keeper.takes(self.link.opens(), self.table.opens())
        self.keeper.takes(self.table.plays({"HCF": [1]}))
        self.damaged = self.table.plays({"HCF": [1]})
        self.keeper.takes(damaged(self.damaged))
        self.bets, self.claim = self.table.plays({"HCF": [1]}), self.table.claims(1)
        self.keeper.takes(self.bets, self.claim)

    @property
    def answers(self) -> list[str]:
        """What the keeper decided, in order."""
        return [record.type for record in self.keeper.records]


@pytest.fixture
def held():
    return Held()


def test_what_was_held_is_decided_in_order_and_its_claim_answered(held):
    assert held.answers == ["meter_opened", "table_joined", "meter_contributed", "table_incomplete"]
    set_aside, *decided = held.keeper.takes(held.link.sets_aside(3))
    assert set_aside[0] == "leg_set_aside"
    assert (set_aside[1].table, set_aside[1].leg, set_aside[1].last_leg) == ("T1", 3, 3)
    assert set_aside[1].signed_by == SIGNED
    assert [type_ for type_, _ in decided] == ["meter_contributed", "award_locked", "table_complete"]
    assert decided[-1][1].table == "T1"


def test_nothing_of_the_leg_itself_feeds_a_meter(held):
    before = held.keeper.meter.primary_mc
    held.keeper.takes(held.link.sets_aside(3))
    contributed = decode_body(held.keeper.records[-3])
    assert contributed.wagers == 1
    award = decode_body(held.keeper.records[-2])
    assert award.meter_before_mc == before + contributed.primary_mc


def test_a_leg_that_comes_after_it_was_set_aside_is_a_repeat(held):
    held.keeper.takes(held.link.sets_aside(3))
    assert held.keeper.takes(held.damaged) == []


def test_a_claim_whose_wager_was_in_the_leg_is_refused_not_left_waiting():
    clock = Clock()
    link, table, keeper = LinkDesk("HCF", clock), TableDesk("T1", clock), KeeperAtHand()
    keeper.takes(link.opens(), table.opens())
    keeper.takes(damaged(table.plays({"HCF": [1]})), claim := table.claims(1))
    ((_, _), (type_, body), (last, _)) = keeper.takes(link.sets_aside(2))
    assert (type_, body.attempted, body.claim_seq) == ("leg_refused", "claim", decode(claim).seq)
    assert "no accepted progressive wager" in body.reason
    assert last == "table_complete"


def test_several_legs_are_set_aside_at_once():
    clock = Clock()
    link, table, keeper = LinkDesk("HCF", clock), TableDesk("T1", clock), KeeperAtHand()
    keeper.takes(link.opens(), table.opens())
    legs = [table.plays({"HCF": [1]}) for _ in range(4)]
    keeper.takes(*map(damaged, legs[:3]), legs[3])
    types = keeper.types(link.sets_aside(2, 4))
    assert types == ["leg_set_aside", "meter_contributed", "table_complete"]


def test_after_one_the_next_that_is_missing_is_named():
    clock = Clock()
    link, table, keeper = LinkDesk("HCF", clock), TableDesk("T1", clock), KeeperAtHand()
    keeper.takes(link.opens(), table.opens())
    legs = [table.plays({"HCF": [1]}) for _ in range(4)]
    keeper.takes(damaged(legs[0]), legs[1], damaged(legs[2]), legs[3])
    *_, (type_, body) = keeper.takes(link.sets_aside(2))
    assert (type_, body.what, body.from_number) == ("table_incomplete", "legs", 4)
    assert keeper.types(link.sets_aside(4)) == ["leg_set_aside", "meter_contributed", "table_complete"]


@pytest.mark.parametrize(
    ("leg", "last_leg", "table", "reason"),
    [
        (2, 2, "T1", "leg 3 is missing: set aside what is missing, from leg 3 on"),
        (4, 4, "T1", "leg 3 is missing"),
        (3, 4, "T1", "leg 3 is missing"),
        (3, 2, "T1", "leg 3 is missing"),
        (1, 1, "T9", "no leg of T9 has come to this link"),
    ],
)
def test_a_leg_that_is_not_missing_is_not_set_aside(held, leg, last_leg, table, reason):
    ((type_, body),) = held.keeper.takes(held.link.sets_aside(leg, last_leg, table))
    assert (type_, body.attempted) == ("leg_refused", "set_aside")
    assert body.reason.startswith(reason)


def test_the_next_leg_is_not_missing_while_nothing_came_after_it():
    link, table, keeper = LinkDesk("HCF"), TableDesk("T1"), KeeperAtHand()
    keeper.takes(link.opens(), table.opens())
    keeper.takes(table.plays({"HCF": [1]}))
    ((type_, body),) = keeper.takes(link.sets_aside(3))
    assert (type_, body.reason) == (
        "leg_refused",
        "no leg is missing: the next is 3, and nothing came after it",
    )
    assert keeper.types(table.plays({"HCF": [1]})) == ["meter_contributed"]


def test_one_signature_sets_nothing_aside(held):
    ((type_, body),) = held.keeper.takes(held.link.sets_aside(3, signed=SIGNED[:1]))
    assert (type_, body.reason) == ("leg_refused", "two people must sign: give two different badges")


def test_a_test_sets_nothing_aside(held):
    held.link.mode = "test"
    assert held.keeper.takes(held.link.sets_aside(3)) == []


def test_the_read_model_follows(held):
    model = LinksModel(None)
    opened, _, bets, *_ = held.table.recorded
    values = [held.link.recorded[0], opened, bets, held.bets, held.claim]
    values += [held.link.sets_aside(9), held.link.sets_aside(3)]
    for offset, value in enumerate(values):
        model = LinksModel(model.changes(offset).state)
        model.step(Record(LINKS, 0, offset, "HCF", value))
    assert model.progress["HCF"]["table:T1"].legs.next_leg == 6
    assert model.progress["HCF"]["table:T1"].recorded_at_us == decode(held.claim).recorded_at_us
    rows = [row for rows in model.changes(9).rows.values() for row in rows]
    (row,) = [row for row in rows if isinstance(row, TableProgressRow)]
    assert (row.table, row.leg) == ("T1", 5)


def test_a_link_holds_64_kb_of_all_its_tables_together():
    clock = Clock()
    keeper, model = KeeperAtHand(), LinksModel(None)
    values = [LinkDesk("HCF", clock).opens()]
    for name in ("T1", "T2", "T3"):
        table = TableDesk(name, clock)
        table.opens_round()
        values += [table.closes_bets({"HCF": range(1, 200)}) for _ in range(12)][1:]
    for offset, value in enumerate(values):
        keeper.takes(value)
        model.step(Record(LINKS, 0, offset, "HCF", value))
        sources = keeper.keeper.books["HCF"].sources
        assert sum(each.legs.held_bytes for each in sources.values()) <= HELD_BYTES_A_LINK
        for stream, progress in model.progress["HCF"].items():
            assert progress.legs.held.keys() == sources[stream].legs.held.keys()
    assert {reason for _, reason in keeper.quarantined} == {"held"}
    assert len(keeper.keeper.dump()) < 2 * HELD_BYTES_A_LINK
