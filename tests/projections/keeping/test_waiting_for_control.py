"""A leg whose wagers were taken at a control of the link that the link has not heard waits for it, in order.

Whoever follows the legs agrees on what waits: the keeper, also one that starts again, and the read model.
"""

import pytest

from events.topics import LINKS
from projections.keeping.keeper import Keeper
from projections.keeping.leg_sequence import HELD_BYTES_A_LINK
from projections.read_model.links_model import LinksModel
from projections.records import Record
from tests.amounts import dollars
from tests.projections.folding import KeeperAtHand, route
from tests.projections.keeping.at_link import small
from tests.scenario import UNIT_MC, Clock, LinkDesk
from tests.scenario_table import TableDesk


class Apart:
    """A link whose own stream may come later than what its tables send; every step by a fresh worker too."""

    def __init__(self):
        self.clock = Clock()
        self.link = LinkDesk("HCF", self.clock)
        self.tables = [TableDesk(name, self.clock) for name in ("T1", "T2")]
        self.keeper, self.model = KeeperAtHand(), LinksModel(None)
        self.restarted = Keeper()

    def takes(self, *values):
        """What the keeper decides; a keeper that starts again before each leg decides the same."""
        answers = []
        for value in values:
            source = Record(LINKS, 0, self.keeper.keeper.next_offset, "HCF", value)
            answers += self.keeper.takes(value)
            self.restarted = Keeper.load(self.restarted.dump())
            self.restarted.step(source)
            self.model = LinksModel(self.model.changes(0).state)
            self.model.step(source)
            self.agree()
        return answers

    def types(self, *values):
        return [type_ for type_, _ in self.takes(*values)]

    def agree(self):
        """The keeper and the read model hold the same legs and have come as far."""
        assert self.restarted.dump() == self.keeper.keeper.dump()
        book = self.keeper.keeper.books["HCF"]
        for stream, progress in self.model.progress["HCF"].items():
            ours, theirs = progress.legs, book.sources[stream].legs
            assert (ours.next_leg, ours.skip, ours.passed) == (theirs.next_leg, theirs.skip, theirs.passed)
            assert {n: held[:2] for n, held in ours.held.items()} == {
                n: held[:2] for n, held in theirs.held.items()
            }
        assert set(book.sources) == set(self.model.progress["HCF"])
        for table in self.tables:
            days = book.state.days.get(table.owner, ())
            progress = self.model.progress["HCF"].get(table.stream)
            assert (() if progress is None else progress.open_days) == days


@pytest.fixture
def apart():
    return Apart()


def test_a_leg_waits_for_the_opening_that_it_was_taken_under(apart):
    table, opened = apart.tables[0], apart.link.opens()
    apart.takes(table.opens())
    ((type_, body),) = apart.takes(table.plays({"HCF": [1]}), table.claims(1))
    assert (type_, body.table, body.what, body.from_number) == ("table_incomplete", "T1", "control", 1)
    types = apart.types(opened)
    assert types == ["meter_opened", "meter_contributed", "award_locked", "table_complete"]


def test_legs_that_waited_are_decided_after_their_control_and_before_the_next(apart):
    """The terms change while T1's round goes on; what was taken before is due back, what after is not."""
    link, (one, two) = apart.link, apart.tables
    apart.takes(link.opens(), one.opens(), two.opens())
    one.opens_round()
    closed, changed = link.closes(), link.changes_terms(guard_mc=0, **small(primary_bp=2_000))
    opened = link.opens(guard_mc=0, **small(primary_bp=2_000))
    two.opens_round()
    assert apart.types(two.closes_bets({"HCF": [1]})) == ["table_incomplete"]
    assert apart.types(one.closes_bets({"HCF": [1]})) == ["meter_contributed"], "it waits for nothing"
    assert apart.types(closed) == ["meter_closed"]
    assert apart.types(changed) == ["meter_terms_changed"]
    assert apart.types(opened) == ["meter_opened", "meter_contributed", "table_complete"]


def test_where_controls_come_late_together_a_leg_is_decided_between_them(apart):
    """Opened (1) and closed (3) are held behind a note (2): the wagers of control 3 come after it."""
    link, (one, _) = apart.link, apart.tables
    opened = link.opens()
    apart.takes(one.opens(), one.plays({"HCF": [1]}))
    note, closed = link.notes(), link.closes()
    one.opens_round()
    apart.takes(one.closes_bets({"HCF": [2]}))
    assert apart.types(closed, note) == ["table_incomplete"]
    answers = apart.takes(opened)
    assert [type_ for type_, _ in answers] == [
        "meter_opened",
        "meter_contributed",  # taken at control 1
        "table_incomplete",  # T1 waits for control 3 now
        "meter_closed",
        "stake_due_back",  # taken at control 3
        "table_complete",
        "table_complete",  # the link's own stream
    ]
    assert answers[4][1].stakes[0].reason == "the link was closed when the round was opened"
    assert [body.table for _, body in answers[-2:]] == ["T1", "HCF"]


def test_several_tables_that_wait_are_each_decided_in_the_order_of_their_legs(apart):
    opened = apart.link.opens()
    for table in reversed(apart.tables):
        apart.takes(table.opens(), table.plays({"HCF": [1]}), table.plays({"HCF": [2]}))
    answers = [(t, b.source_stream, b.source_seq) for t, b in apart.takes(opened)]
    fed = [(stream, seq) for type_, stream, seq in answers if type_ == "meter_contributed"]
    assert fed == [("table:T1", 3), ("table:T1", 5), ("table:T2", 3), ("table:T2", 5)]


def test_a_missing_leg_is_waited_for_before_a_control_is(apart):
    one, opened = apart.tables[0], apart.link.opens()
    apart.takes(one.opens())
    first, second = one.plays({"HCF": []}), one.plays({"HCF": [1]})
    ((_, body),) = apart.takes(second)
    assert (body.what, body.from_number) == ("legs", 2)
    ((_, body),) = apart.takes(first)
    assert (body.what, body.from_number) == ("control", 1)
    assert apart.types(first, second) == []
    assert apart.types(opened) == ["meter_opened", "meter_contributed", "table_complete"]


def test_what_waits_is_bounded_with_what_is_held(apart):
    one, opened = apart.tables[0], apart.link.opens()
    apart.takes(one.opens())
    legs = [one.plays({"HCF": range(1, 200)}) for _ in range(12)]
    fit = HELD_BYTES_A_LINK // len(legs[-1])
    assert 0 < fit < len(legs)
    apart.takes(*legs)
    assert [reason for _, reason in apart.keeper.quarantined] == ["held"] * (len(legs) - fit)
    assert apart.types(opened).count("meter_contributed") == fit


def test_two_people_set_a_leg_aside_whose_control_never_comes_and_its_stakes_are_due_back(apart):
    link, (one, _) = apart.link, apart.tables
    apart.takes(link.opens(), one.opens())
    apart.clock.controls["HCF"] = 700  # which the link's stream never comes to
    one.day = "2026-03-15"  # a day that the table has played on, though that leg fed nothing
    waiting = one.plays({"HCF": [1, 5]})
    one.day = "2026-03-14"
    apart.takes(waiting, one.claims(1))
    apart.clock.controls["HCF"] = 1
    apart.takes(one.plays({"HCF": [2]}))
    ((_, refused),) = apart.takes(link.sets_aside(3))
    assert refused.reason == ("leg 2 waits for control 700 of the link: wait for that, or set this leg aside")
    answers = apart.takes(link.sets_aside(2))
    assert [type_ for type_, _ in answers] == [
        "leg_set_aside",
        "stake_due_back",
        "leg_refused",
        "meter_contributed",
        "table_complete",
    ]
    due, claim = answers[1][1], answers[2][1]
    assert {stake.seat: stake.amount_mc for stake in due.stakes} == {1: UNIT_MC, 5: UNIT_MC}
    assert due.stakes[0].reason == (
        "control 700 of the link was not heard, and two people set the leg aside: damaged on the disk"
    )
    assert (claim.attempted, "no accepted" in claim.reason) == ("claim", True)


def test_a_stream_that_is_resumed_still_waits_for_the_control(apart):
    link, (one, _) = apart.link, apart.tables
    opened = link.opens()
    joined, round_ = one.opens(), one.opens_round()
    held = one.closes_bets({"HCF": [1]})
    one.notes("lost")
    later = [one.closes_bets({"HCF": [2]}), one.closes_bets({"HCF": []})]
    values = [joined, round_, held, *later, one.resumes(later[1]), one.closes_bets({"HCF": [4]})]
    came = [output.value for output in route(values) if output.key == "HCF"]
    types = apart.types(*came)
    assert "meter_contributed" not in types
    assert apart.keeper.keeper.books["HCF"].sources["table:T1"].legs.next_leg == 2
    answers = apart.types(opened)
    assert answers.count("meter_contributed") == 2  # seats 1 and 4; the second is lost
    assert answers[-1] == "table_complete"
    assert apart.types(one.closes_bets({"HCF": [5]})) == ["meter_contributed"]


def test_a_link_s_stream_that_is_resumed_behind_a_gap_lets_legs_go_on(apart):
    """Control 2 is lost; the wagers that were taken at it are judged by what came after."""
    link, (one, _) = apart.link, apart.tables
    opened, closed = link.opens(), link.closes()
    apart.takes(opened, one.opens(), one.plays({"HCF": [1]}))
    del closed  # never comes
    again = link.opens()
    one.opens_round()
    apart.takes(one.closes_bets({"HCF": [2]}))
    came = [output.value for output in route([opened, again, link.resumes(again)])]
    types = apart.types(*came)
    assert "meter_contributed" in types
    assert apart.keeper.meter.primary_mc == dollars(150_000) + 2 * 115_000
