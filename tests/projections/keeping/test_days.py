"""Gaming days of a link: closed by the last marker, or by two people; what a late table finds."""

from tests.projections.folding import KeeperAtHand
from tests.scenario import SIGNED, Clock, LinkDesk
from tests.scenario_table import TableDesk

PIT, _ = SIGNED
TODAY, TOMORROW = "2026-03-14", "2026-03-15"


class Day:
    """A link whose two tables have played today."""

    def __init__(self):
        clock = Clock()
        self.link = LinkDesk("HCF", clock)
        self.one, self.two = (TableDesk(name, clock) for name in ("T1", "T2"))
        self.keeper = KeeperAtHand()
        self.keeper.takes(self.link.opens(), self.one.opens(), self.two.opens())
        for table in (self.one, self.two):
            self.plays(table)

    def plays(self, table, day=TODAY):
        """A round of a table."""
        table.day = day
        table.opens_round()
        return self.keeper.types(table.closes_bets({"HCF": [1]}))

    def closed(self, value):
        """Day, missing tables and signatures of the only record that follows; or why it is refused."""
        ((type_, body),) = self.keeper.takes(value)
        if type_ == "leg_refused":
            return body.reason
        assert type_ == "meter_day_closed"
        return body.day, list(body.missing_tables), [signature.badge for signature in body.signed_by]


def test_a_day_closes_with_the_last_table_s_marker():
    day = Day()
    assert day.keeper.takes(day.one.ends_day()) == []
    assert day.closed(day.two.ends_day()) == (TODAY, [], [])
    assert day.keeper.takes(day.two.ends_day()) == []


def test_a_table_that_has_played_on_without_its_marker_keeps_the_day_open():
    day = Day()
    day.keeper.takes(day.one.ends_day())
    day.plays(day.two, TOMORROW)
    day.one.day = TOMORROW
    assert day.keeper.takes(day.one.ends_day()) == []
    assert day.closed(day.two.ends_day(day=TODAY)) == (TODAY, [], [])
    assert day.closed(day.two.ends_day(day=TOMORROW)) == (TOMORROW, [], [])


def test_a_table_that_has_begun_the_next_day_is_still_missing_from_the_one_before():
    day = Day()
    day.plays(day.two, TOMORROW)
    assert day.keeper.takes(day.one.ends_day()) == []
    assert "T2 sent no end-of-day marker" in day.closed(day.link.closes_day())


def test_a_table_whose_day_ended_may_have_begun_the_next_one():
    day = Day()
    day.keeper.takes(day.one.ends_day())
    day.plays(day.one, TOMORROW)
    assert day.closed(day.two.ends_day()) == (TODAY, [], [])


def test_training_and_tests_open_and_end_no_day():
    day = Day()
    day.two.mode = "training"
    assert day.keeper.takes(day.two.ends_day()) == []
    day.two.mode = "live"
    assert day.keeper.takes(day.one.ends_day()) == []
    assert day.closed(day.two.ends_day()) == (TODAY, [], [])


def test_a_day_is_closed_by_hand_without_a_table_that_two_people_sign_for():
    day = Day()
    day.keeper.takes(day.one.ends_day())
    assert "T2 sent no end-of-day marker" in day.closed(day.link.closes_day())
    assert "two people must sign" in day.closed(day.link.closes_day(missing=["T2"], signed=[PIT]))
    signed = (TODAY, ["T2"], ["pit-1", "finance-4"])
    assert day.closed(day.link.closes_day(missing=["T2", "T9"])) == signed
    assert "2026-03-14 is closed already" in day.closed(day.link.closes_day(missing=["T2"]))
    assert "2026-03-14 is closed already" in day.closed(day.link.closes_day("2026-03-13"))


def test_a_day_that_nobody_is_missing_from_is_closed_by_hand_without_signatures():
    day = Day()
    day.keeper.takes(day.one.ends_day(), day.two.ends_day())
    day.link.day = TOMORROW
    assert day.closed(day.link.closes_day(TOMORROW, signed=())) == (TOMORROW, [], [])


def test_a_silent_table_that_was_signed_for_holds_up_no_later_day_until_it_is_back():
    day = Day()
    day.keeper.takes(day.one.ends_day(), day.link.closes_day(missing=["T2"]))
    day.plays(day.one, TOMORROW)
    assert day.closed(day.one.ends_day()) == (TOMORROW, [], [])
    assert day.plays(day.two, TODAY) == ["meter_contributed"]
    assert day.keeper.records[-1].gaming_day == TODAY
    day.plays(day.one, "2026-03-16")
    assert day.keeper.takes(day.one.ends_day()) == []
    assert day.keeper.takes(day.two.ends_day(day=TODAY)) == []
    assert day.closed(day.one.ends_day(day="2026-03-16")) == ("2026-03-16", [], [])


def test_a_day_that_has_not_begun_is_neither_ended_nor_closed():
    day = Day()
    for slip in (day.one.ends_day(day="2062-03-14"), day.link.closes_day("2062-03-14", ["T1", "T2"])):
        assert "2062-03-14 has not begun" in day.closed(slip)
    assert day.keeper.takes(day.one.ends_day()) == []
    assert day.closed(day.two.ends_day()) == (TODAY, [], [])


def test_a_table_that_leaves_the_link_is_not_waited_for():
    """Its change of selections comes to the old link too, on a day on which it did not play there."""
    day = Day()
    for table in (day.one, day.two):
        day.keeper.takes(table.ends_day(day=TODAY))
    day.plays(day.one, TOMORROW)
    day.two.day = TOMORROW
    day.two.round = None
    day.keeper.takes(day.two.opens(("OTHER",), sent_to=("HCF",)))
    assert day.closed(day.one.ends_day(day=TOMORROW)) == (TOMORROW, [], [])
