"""Whatever stands on `links`, no link stops another: bytes that no recorder of ours wrote, amounts that no
casino meets, tables and links by the thousand. What cannot be granted is refused or quarantined, and the
state stays within its bounds."""

import msgpack
import pytest

from events import envelope
from events.body import body_fields, parse_body, read_body
from events.bounds import (
    MAX_AMOUNT_MC,
    OPEN_DAYS_A_TABLE,
    TABLES_A_LINK,
    TRANSFERS_IN_TRANSIT,
    UNOPENED_LINKS_A_PARTITION,
    WAGERS_A_LINK,
)
from events.envelope import decode, encode, event_hash
from events.topics import LINKS, METERS, QUARANTINE
from projections.keeping.keeper import Keeper
from projections.read_model.links_model import LinksModel
from projections.records import Record, what_is_quarantined
from tests.amounts import dollars
from tests.projections.keeping.at_link import At, small
from tests.scenario import SEVEN_CARDS, UNIT_MC, Clock, Desk, LinkDesk, link_terms
from tests.scenario_table import TableDesk

BILLION = dollars(1_000_000_000)


class Partition:
    """A partition of `links`: a keeper that starts again before every record, and the read model beside."""

    def __init__(self):
        self.clock = Clock()
        self.keeper, self.model = Keeper(), LinksModel(None)

    def takes(self, link, *values):
        """Type and reason of what the keeper answers: a record's, or why it was quarantined."""
        answers = []
        for value in values:
            record = Record(LINKS, 0, self.keeper.next_offset, link, value)
            self.keeper = Keeper.load(self.keeper.dump())
            for output in self.keeper.step(record):
                if output.topic == METERS:
                    event = decode(output.value)
                    answers.append((event.type, getattr(read_body(event), "reason", "")))
                elif output.topic == QUARANTINE:
                    answers.append(("quarantined", what_is_quarantined(output).detail))
            self.model.step(record)
        return answers

    def goes_on(self):
        """Another link of the partition is opened, fed and won."""
        number = self.keeper.next_offset
        link, table = LinkDesk(f"NEXT-{number}", self.clock), TableDesk(f"N-{number}", self.clock)
        values = [link.opens(), table.opens([link.owner]), table.plays({link.owner: [1]})]
        values.append(table.claims(1, SEVEN_CARDS, link.owner))
        answers = [type_ for type_, _ in self.takes(link.owner, *values)]
        return answers == ["meter_opened", "table_joined", "meter_contributed", "award_locked"]


def terms(**changes):
    """The fields of a `link_opened` as plain values, to be changed at will."""
    opened = LinkDesk("ANY").opens()
    return body_fields(read_body(decode(opened))) | changes


def meter(number=0, **changes):
    return body_fields(link_terms()["meters"][0]) | {"meter": f"m{number}"} | changes


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"meters": [meter(n) for n in range(450)], "awards": []}, id="450 meters"),
        pytest.param({"meters": [meter(seed_mc=20 * BILLION)], "awards": []}, id="$20 billion of seed"),
        pytest.param({"meters": [meter(seed_mc=2**64 - 1)], "awards": []}, id="2**64 of seed"),
        pytest.param({"meters": [meter(limit_mc=2 * BILLION)], "awards": []}, id="a limit of $2 billion"),
        pytest.param({"unit_wager_mc": 20 * BILLION}, id="a unit of $20 billion"),
        pytest.param({"wagers": [{"wager": f"w{n}", "hand": "player"} for n in range(17)]}, id="17 wagers"),
    ],
)
def test_terms_that_no_casino_has_are_refused_and_the_partition_goes_on(changes):
    partition = Partition()
    link = LinkDesk("BIG", partition.clock)
    raw = link.records_raw("link_opened", 1, msgpack.packb(terms(**changes)))
    ((type_, reason),) = partition.takes("BIG", raw)
    assert type_ == "leg_refused"
    assert reason
    assert partition.goes_on()
    assert [type_ for type_, _ in partition.takes("BIG", link.opens())] == ["meter_opened"]


def test_a_record_that_could_not_be_stored_is_a_refusal(monkeypatch):
    """No record of ours is as long as an event may be; so events may be shorter here. A lock of an award is
    longer than its refusal, and nothing of it is left."""
    at, twin = At(), At()
    for each in (at, twin):
        each.bets([1])
    twin.claims(1, SEVEN_CARDS)
    before, records = at.state, len(at.keeper.records)
    monkeypatch.setattr(envelope, "MAX_EVENT_BYTES", len(encode(twin.keeper.records[-1])) - 1)
    refusal = at.refusal(at.table.claims(1, SEVEN_CARDS))
    assert refusal.startswith("claim: what would be recorded is longer than a record can be")
    assert at.state == before
    monkeypatch.undo()
    claim, award = at.claims(1, SEVEN_CARDS)
    assert award.amount_mc == dollars(150_001) + 15_000
    assert [record.seq for record in at.keeper.records[records:]] == [records + 1, records + 2]
    assert at.keeper.records[-1].prev == event_hash(encode(at.keeper.records[-2]))
    assert claim


# --- amounts at the bound ----------------------------------------------------------------------------------


def full(**terms_given):
    """A link with $1,000,000,000 on its meter."""
    return At(**small(seed_mc=BILLION, **terms_given))


def test_a_meter_at_its_bound_is_fed_no_more_and_its_wagers_can_win():
    at = full()
    assert "a meter would hold more than $1,000,000,000.00" in at.refusal(at.table.closes_bets({"HCF": [1]}))
    assert "the most is $1,000,000,000.00" in at.refusal(at.link.adjusts(1))
    claim, award = at.claims(1, SEVEN_CARDS)
    assert award.amount_mc == BILLION
    at.keeper.keeper.dump()
    returned = at.keeper.types(at.table.rejects(claim))
    assert returned[0] == "award_returned"
    assert at.meters["progressive"][0] == BILLION


def test_the_next_meter_may_be_above_the_bound_and_nothing_overflows():
    """Reseed, reserve and what came in before: $1 billion each, three times what a meter is fed to."""
    at = At(**small(seed_mc=BILLION - UNIT_MC, reseed_mc=BILLION, reserve_bp=5_000))
    assert at.bets([1, 2])[0][0] == "leg_refused"
    at.keeper.takes(at.link.adjusts(BILLION, account="reserve"))
    claims = []
    for seat in (1, 2):
        claim, award = at.claims(seat, SEVEN_CARDS)
        claims.append((claim, award.amount_mc))
    assert [mc for _, mc in claims] == [BILLION - UNIT_MC, 2 * BILLION]
    assert at.meters["progressive"] == (BILLION, 0)
    stored = at.keeper.keeper.dump()
    assert Keeper.load(stored).dump() == stored
    for claim, _ in claims:
        assert at.keeper.types(at.table.rejects(claim))[0] in ("award_returned", "leg_refused")
        at.keeper.keeper.dump()


def test_a_void_at_the_bound_reverses_what_was_fed():
    at = At(**small(seed_mc=BILLION - dollars(10)))
    assert at.bets([1])[0][0] == "meter_contributed"
    ((type_, body),) = at.keeper.takes(at.table.voids({"HCF": [1]}))
    assert (type_, body.returned_mc) == ("contribution_reversed", UNIT_MC)
    assert at.meters["progressive"][0] == BILLION - dollars(10)


def of_another_link(leg, type_, link="OTHER", **fields):
    """A record of another keeper, as somebody might forge it."""
    desk = Desk("meter", link)
    said = {"decider": 1, "source_stream": f"link:{link}", "source_seq": 1, "balances": []}
    return desk.records(parse_body(type_, said | {"leg": leg} | fields), actor="keeper/1")


def test_a_transfer_of_any_amount_that_would_overfill_a_meter_goes_back():
    at = full()
    fields = {"meter": "m", "account": "primary", "to_link": "HCF", "to_meter": "progressive"}
    fields |= {"amount_mc": 2**63 - 1, "signed_by": [], "reason": "mine"}
    ((type_, body),) = at.keeper.takes(of_another_link(1, "transfer_sent", **fields))
    assert (type_, body.amount_mc) == ("transfer_refused", 2**63 - 1)
    assert at.meters["progressive"][0] == BILLION
    at.keeper.keeper.dump()


@pytest.mark.parametrize("meter_name", ["progressive", "nobody", "progressive.overflow"])
def test_what_never_left_a_link_does_not_come_back_to_it(meter_name):
    at = full()
    fields = {"from_link": "HCF", "number": 1, "meter": "m", "account": "primary", "from_meter": meter_name}
    fields |= {"amount_mc": 2**63 - 1, "reason": "no"}
    refusal = at.refusal(of_another_link(1, "transfer_refused", **fields))
    assert refusal.startswith("transfer: ")
    assert "is not in transit to OTHER as number 1" in refusal
    assert at.meters["progressive"][0] == BILLION


def test_no_more_is_in_transit_than_may_come_back_to_one_meter():
    at = full()
    assert at.keeper.types(at.link.transfers(BILLION, "OTHER")) == ["transfer_sent"]
    at.keeper.takes(at.link.adjusts(dollars(5)))
    refusal = at.refusal(at.link.transfers(dollars(1), "OTHER"))
    assert refusal.startswith("transfer: $1,000,000,000.00 is in transit already")


def test_no_more_transfers_are_in_transit_than_a_bound():
    at = full()
    sent = [at.keeper.types(at.link.transfers(1, f"OTHER-{n}")) for n in range(TRANSFERS_IN_TRANSIT + 1)]
    assert [types[0] for types in sent] == ["transfer_sent"] * TRANSFERS_IN_TRANSIT + ["leg_refused"]


# --- tables and links by the thousand ----------------------------------------------------------------------


def test_a_link_follows_so_many_tables_and_the_next_leg_is_quarantined():
    partition = Partition()
    link = LinkDesk("HCF", partition.clock)
    partition.takes("HCF", link.opens())
    tables = [TableDesk(f"T{n}", partition.clock) for n in range(TABLES_A_LINK + 2)]
    keeper = partition.keeper
    for table in tables[:-2]:
        assert keeper.step(Record(LINKS, 0, 0, "HCF", table.opens()))[0].topic == METERS
        partition.model.step(Record(LINKS, 0, 0, "HCF", table.recorded[-1]))
    for table in tables[-2:]:
        ((type_, detail),) = partition.takes("HCF", table.opens())
        assert type_ == "quarantined"
        assert detail.startswith(f"the link follows {TABLES_A_LINK} tables and links already")
    assert partition.takes("HCF", tables[0].plays({"HCF": [1]}))[0][0] == "meter_contributed"
    assert partition.takes("HCF", link.closes())[0][0] == "meter_closed"
    book = partition.keeper.books["HCF"]
    assert set(book.sources) == set(partition.model.progress["HCF"])
    assert len(book.sources) == TABLES_A_LINK + 1  # with its own stream


def test_a_partition_follows_so_many_links_that_nobody_opened_and_any_that_is_opened():
    partition = Partition()
    table = TableDesk("T1", partition.clock)
    for number in range(UNOPENED_LINKS_A_PARTITION):
        assert partition.takes(f"L{number}", table.opens([f"L{number}"]))[0][0] == "table_joined"
    for beyond in (table.opens(["L-X"]), LinkDesk("L-X").notes(), LinkDesk("L-X").opens(signed=())):
        ((type_, detail),) = partition.takes("L-X", beyond)
        assert type_ == "quarantined"
        assert detail.startswith("nobody has opened the link, and 64 others")
    assert partition.takes("L-Y", LinkDesk("L-Y").opens())[0][0] == "meter_opened"
    assert partition.takes("L0", LinkDesk("L0").opens())[0][0] == "meter_opened"
    assert partition.takes("L-Z", table.opens(["L-Z"]))[0][0] == "table_joined", "one of them was opened"
    assert set(partition.keeper.books) == set(partition.model.progress)


def test_strangers_make_no_state_grow():
    at = At()
    stranger = TableDesk("T9", at.link.clock)

    def legs():
        stranger.opens_round()
        stranger.day = f"2026-{1 + stranger.rounds % 12:02d}-{1 + stranger.rounds % 28:02d}"
        return stranger.closes_bets({"HCF": range(1, 100)}), stranger.claims(1), stranger.voids({"HCF": [1]})

    at.keeper.takes(*legs())
    before = len(at.keeper.keeper.dump())
    for _ in range(100):
        at.keeper.takes(*legs())
    assert len(at.keeper.keeper.dump()) <= before + 8  # numbers that have become longer


def test_days_without_a_marker_are_told_apart_up_to_a_bound():
    at = At()
    for number in range(200):
        at.table.day = f"20{26 + number // 28:02d}-01-{1 + number % 28:02d}"
        at.bets([1])
    days = at.state.days["T1"]
    assert len(days) == OPEN_DAYS_A_TABLE
    assert (days[0], days[-1]) == ("2026-01-01", at.table.day)


def test_a_table_that_offers_wagers_by_the_hundred_is_kept_with_a_few():
    at = At()
    ((type_, _), (refused, _)) = at.keeper.takes(at.table.opens(wagers=[f"w{n}" for n in range(400)]))
    assert (type_, refused) == ("table_joined", "leg_refused")
    assert len(at.state.tables["T1"][-1].wagers) == WAGERS_A_LINK
    assert MAX_AMOUNT_MC == BILLION
