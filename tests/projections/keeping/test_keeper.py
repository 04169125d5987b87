"""The keeper's fold: legs once and in order, marks, records that are dense, chained and the same for ever."""

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.body import decode_body
from events.envelope import NO_PREV, decode, encode, event_hash
from events.topics import LINKS
from projections.keeping.keeper import STATE, Keeper
from projections.keeping.leg_sequence import HELD_BYTES_A_LINK
from projections.records import Record
from projections.state_versions import StateTooNew
from tests.projections.folding import KeeperAtHand, route
from tests.scenario import Clock, LinkDesk
from tests.scenario_table import TableDesk


@pytest.fixture
def keeper():
    at_hand = KeeperAtHand()
    at_hand.takes(LinkDesk("HCF").opens(), TableDesk("T1").opens())
    return at_hand


def joined() -> TableDesk:
    """A table that has joined, as the keeper knows it."""
    table = TableDesk("T1")
    table.opens()
    return table


def rounds(count: int) -> list[bytes]:
    """So many legs of one table that has joined: from its second leg on."""
    table = joined()
    return [table.plays({"HCF": [1]}) for _ in range(count)]


def routed(values: list[bytes]) -> list[bytes]:
    """What comes to the link of a table's records."""
    return [output.value for output in route(values) if output.key == "HCF"]


def test_a_leg_that_comes_again_is_dropped(keeper):
    legs = rounds(2)
    assert keeper.types(legs[0], legs[0], legs[1], legs[0], legs[1]) == ["meter_contributed"] * 2


def test_an_early_leg_is_held_and_the_table_is_marked_until_the_missing_one_comes(keeper):
    legs = rounds(4)
    keeper.takes(legs[0])
    ((type_, body),) = keeper.takes(legs[2], legs[3])
    assert (type_, body.table, body.what, body.from_number) == ("table_incomplete", "T1", "legs", 3)
    assert keeper.types(legs[1]) == ["meter_contributed"] * 3 + ["table_complete"]
    sources = [decode_body(record).source_seq for record in keeper.records[-4:-1]]
    assert sources == sorted(sources)
    assert keeper.types(legs[2], legs[3]) == []


def test_more_early_legs_than_can_be_held_are_quarantined(keeper):
    held = early_legs_that_fit()
    legs = rounds(held + 2)
    keeper.takes(*legs[1:])
    assert [reason for _, reason in keeper.quarantined] == ["held"]
    assert keeper.types(legs[0]).count("meter_contributed") == held + 1
    assert keeper.types(legs[-1]) == ["meter_contributed"]


def early_legs_that_fit() -> int:
    """How many legs after the first of `rounds` a link can hold."""
    room, fit = HELD_BYTES_A_LINK, 0
    for leg in rounds(1_000)[1:]:
        room -= len(leg)
        if room < 0:
            break
        fit += 1
    return fit


def test_each_link_counts_the_legs_of_each_table_for_itself(keeper):
    clock = Clock()
    tables = [TableDesk(name, clock) for name in ("T1", "T2")]
    keeper.takes(*(table.opens(("HCF", "OTHER")) for table in tables))
    legs = [table.plays({"HCF": [1], "OTHER": [1]}) for table in tables for _ in range(2)]
    assert keeper.types(legs[2], legs[0], legs[3], legs[1]) == ["meter_contributed"] * 4


def test_records_are_numbered_densely_and_chained(keeper):
    keeper.takes(*rounds(3))
    prev = NO_PREV
    for number, record in enumerate(keeper.records, 1):
        assert (record.seq, record.prev) == (number, prev)
        prev = event_hash(encode(record))


def test_bytes_that_are_not_a_leg_are_quarantined_and_the_link_goes_on(keeper):
    legs = rounds(1)
    assert keeper.takes(b"poison", legs[0][:-1]) == []
    assert [reason for _, reason in keeper.quarantined] == ["malformed", "malformed"]
    assert keeper.types(legs[0]) == ["meter_contributed"]


def test_a_leg_for_another_link_is_quarantined(keeper):
    table = TableDesk("T1")
    keeper.takes(table.closes_bets({"OTHER": [1]}))
    assert [reason for _, reason in keeper.quarantined] == ["malformed"]


@pytest.mark.parametrize("fields", [{}, {"meters": 1}, {"meters": [], "awards": []}])
def test_control_that_cannot_be_read_is_refused_and_the_link_goes_on(fields):
    link, keeper = LinkDesk("HCF"), KeeperAtHand()
    ((type_, body),) = keeper.takes(link.records_raw("link_opened", 1, msgpack.packb(fields)))
    assert (type_, body.attempted) == ("leg_refused", "control")
    assert keeper.types(link.opens()) == ["meter_opened"]


def test_a_leg_on_a_link_s_own_stream_asks_for_nothing(keeper):
    link = LinkDesk("HCF")
    link.opens()
    stray = link.records_raw("bets_closed", 1, msgpack.packb({"legs": []}))
    assert keeper.takes(stray) == []


# --- marks -------------------------------------------------------------------------------------------------


def halted_table():
    """What comes to a link of a table that loses two events with a leg each, claims, and is resumed."""
    table = joined()
    came = [table.opens_round(), table.closes_bets({"HCF": [1]})]
    table.closes_bets({"HCF": [2]})
    table.claims(1)
    later = [table.closes_bets({"HCF": [3]}), table.claims(3)]
    resume = table.resumes(later[0])
    after = [table.opens_round(), table.closes_bets({"HCF": [1]}), table.claims(1)]
    return routed([*table.recorded[:1], *came, *later, resume, *after])[1:]


def test_a_halted_table_is_marked_its_claim_refused_and_what_was_lost_not_waited_for(keeper):
    types = keeper.types(*halted_table())
    assert types == [
        "meter_contributed",
        "table_incomplete",
        "leg_refused",
        "meter_contributed",
        "table_complete",
        "meter_contributed",
        "award_locked",
    ]
    refused = decode_body(keeper.records[4])
    assert (refused.attempted, refused.claim_seq) == ("claim", 7)
    assert "resume it" in refused.reason


def test_a_resumption_excuses_one_gap_in_the_legs_and_no_other(keeper):
    *came, missing, bets, claim = halted_table()
    assert keeper.types(*came)[-2:] == ["meter_contributed", "table_complete"]
    assert keeper.types(claim, bets) == ["table_incomplete"]
    assert keeper.types(missing) == ["meter_contributed", "award_locked", "table_complete"]


def test_a_link_whose_first_legs_were_lost_does_not_wait_for_them():
    table, keeper = TableDesk("T1"), KeeperAtHand()
    keeper.takes(LinkDesk("HCF").opens())
    first = table.notes()
    table.opens()
    third = table.notes()
    resume = table.resumes(third)
    later = [table.opens(), table.plays({"HCF": [1]})]
    came = routed([first, third, resume, later[0], *table.recorded[-2:]])
    assert keeper.types(*came) == ["table_joined", "meter_contributed"]


def test_control_of_a_link_goes_on_after_its_stream_was_resumed():
    link, keeper = LinkDesk("HCF"), KeeperAtHand()
    opened = link.opens()
    link.notes()
    closed = link.closes()
    types = keeper.types(*routed([opened, closed, link.resumes(closed)]))
    assert types == ["meter_opened", "table_incomplete", "meter_closed", "table_complete"]


@given(st.data())
def test_marks_and_legs_that_come_again_late_change_nothing(data):
    """A zombie of the router sends a stretch again that it has sent before."""
    came = halted_table()
    end = data.draw(st.integers(0, len(came)))
    start = data.draw(st.integers(0, end))
    plain, repeated = KeeperAtHand(), KeeperAtHand()
    for keeper in (plain, repeated):
        keeper.takes(LinkDesk("HCF").opens(), TableDesk("T1").opens())
    plain.takes(*came)
    repeated.takes(*came[:end], *came[start:end], *came[end:])
    assert repeated.records == plain.records


# --- state -------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 7), max_size=24))
def test_a_state_that_was_stored_and_loaded_goes_on_as_if_it_had_not(order):
    came = halted_table()
    values = [LinkDesk("HCF").opens(), TableDesk("T1").opens(), *(came[index % len(came)] for index in order)]
    whole, parts = Keeper(), Keeper()
    for offset, value in enumerate(values):
        source = Record(LINKS, 0, offset, "HCF", value)
        parts = Keeper.load(parts.dump())
        assert whole.step(source) == parts.step(source)
        assert whole.dump() == parts.dump()


def test_no_state_is_the_beginning_and_a_newer_one_is_refused():
    assert Keeper.load(None).dump() == Keeper().dump()
    with pytest.raises(StateTooNew, match="update this worker"):
        Keeper.load(msgpack.packb([STATE.version + 1, 0, []]))


def test_every_record_is_an_event_of_the_vocabulary_in_its_one_encoding(keeper):
    keeper.takes(*halted_table())
    for record in keeper.records:
        assert decode(encode(record)) == record
        assert decode_body(record).to_bytes() == record.body
