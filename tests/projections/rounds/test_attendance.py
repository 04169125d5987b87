"""Who was at a round by its own events, and where the table's clock and ours part."""

from events.envelope import decode
from projections.rounds.attendance import attended
from tests.projections.rounds.played import Told


def events_of(told):
    return [event for event in map(decode, told.table.recorded) if event.round]


def test_everybody_who_is_named_was_there():
    told = Told().voids("678a.13(c)")
    badges = attended(events_of(told)).badges
    assert badges["F-1"].roles == ["ruled"]
    assert any("dealer" in seen.roles for seen in badges.values())
    assert sum(seen.events for seen in badges.values()) == len(events_of(told))


def test_clocks_that_part_by_more_than_a_minute_are_named_and_a_minute_is_not_enough():
    events = events_of(Told().wagers(1, ante=500).closes())
    minute = 60_000_000
    moved = [event._replace(occurred_at_us=event.recorded_at_us) for event in events]
    moved[0] = events[0]._replace(occurred_at_us=events[0].recorded_at_us - minute)
    moved[1] = events[1]._replace(occurred_at_us=events[1].recorded_at_us - minute - 1)
    moved[2] = events[2]._replace(occurred_at_us=events[2].recorded_at_us + 2 * minute)
    clocks = attended(moved).clocks
    assert clocks.apart == [(moved[1].seq, minute + 1), (moved[2].seq, -2 * minute)]
    assert (clocks.first_recorded_us, clocks.last_occurred_us) == (
        moved[0].recorded_at_us,
        moved[2].occurred_at_us,
    )
    assert attended(moved, moved[0].seq).clocks.apart == []
