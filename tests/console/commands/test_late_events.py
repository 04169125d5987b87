"""Events that come late or name another round, by the real commands: every wager taken feeds once."""

import json

import pytest

from events.vocabulary.play import RoundOpened
from tests.console.event_lines import line_of
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts

SEED_MC = 150_000_00_000  # $30,000 for 1, at $5
SHARE_MC = 1_15_000  # 23 % of $5


class Night:
    """Two rounds of one table, and what its devices send; a draft can be made now and sent later."""

    def __init__(self, call, *, embedded):
        self.call = call
        self.embedded = embedded
        self.table = TableDrafts()
        self.send(LinkDrafts().open(), self.table.open())

    def send(self, *drafts):
        called = self.call("import", "-", "--json", stdin="\n".join(map(line_of, drafts)))
        assert called.code == 0, called.err

    def opens(self, *seats):
        """A round opens, and these seats wager: the round's "no more bets" and its end, not sent yet."""
        table = self.table
        self.send(table.open_round(), *(table.wager(seat) for seat in seats))
        return table.no_more_bets(), table.close_round()

    def events(self):
        lines = self.call("export-events", "--stream", self.table.stream).out.splitlines()
        return [json.loads(line) for line in lines]

    def fed(self):
        """Round and seat of each wager that was sent to the link, in order."""
        return [
            (leg.get("round", event["round"]), wager["seat"])
            for event in self.events()
            for leg in event["body"].get("legs", ())
            for wager in leg.get("wagers", ())
        ]

    def refusals(self):
        return [event["body"]["code"] for event in self.events() if event["type"] == "wager_refused"]

    def meter_shows(self, wagers):
        """The link has been fed by so many wagers; on Kafka no keeper runs here."""
        if self.embedded:
            (meter,) = self.call("meters", "--json").document["links"][0]["meters"]
            assert meter["amount_mc"] == SEED_MC + wagers * SHARE_MC


@pytest.fixture
def night(call, request):
    return Night(call, embedded=request.node.callspec.params["call"] == "embedded")


def test_no_more_bets_of_a_round_before_takes_nothing_of_the_next(night):
    bets, closed = night.opens(1)
    night.send(closed)
    bets_2, closed_2 = night.opens(3)
    night.send(bets)
    night.send(night.table.wager(4), bets_2, closed_2)
    assert night.fed() == [("HCF-01-1", 1), ("HCF-01-2", 3), ("HCF-01-2", 4)]
    assert night.refusals() == []
    night.meter_shows(3)


@pytest.mark.parametrize("kind", ["round_closed", "round_voided", "lock_out_engaged", "wager_withdrawn"])
def test_what_is_about_a_round_before_leaves_the_open_one_alone(night, kind):
    table = night.table
    bets, closed = night.opens(1)
    late = {
        "round_closed": closed,
        "round_voided": table.void(L_1=(1,)),
        "lock_out_engaged": table.lock_out(),
        "wager_withdrawn": table.withdraw(1),
    }[kind]
    night.send(bets)
    bets_2, closed_2 = night.opens(1)
    night.send(late)
    night.send(table.wager(2), bets_2, closed_2)
    assert night.fed() == [("HCF-01-1", 1), ("HCF-01-2", 1), ("HCF-01-2", 2)]
    night.meter_shows(2 if kind == "round_voided" else 3)  # the void returns what it names


def test_a_wager_that_names_another_round_is_refused(night):
    late = night.opens(1)[0]._replace(round="HCF-01-1")
    earlier = night.table.wager(5)
    night.send(late)
    bets, _ = night.opens(3)
    night.send(earlier, bets)
    assert (night.refusals(), night.fed()) == (["no_round"], [("HCF-01-1", 1), ("HCF-01-2", 3)])


@pytest.mark.parametrize("end", ["round_closed", "table_closed", "round_opened"])
def test_a_round_that_ends_before_its_no_more_bets_sends_what_was_taken(night, end):
    table = night.table
    bets, closed = night.opens(1, 2)
    if end == "round_opened":
        night.send(table.open_round())
    else:
        night.send(closed if end == "round_closed" else table.close())
    assert night.fed() == [("HCF-01-1", 1), ("HCF-01-1", 2)]
    night.send(bets)
    assert night.fed() == [("HCF-01-1", 1), ("HCF-01-1", 2)], "once"
    night.meter_shows(2)


def test_a_void_before_no_more_bets_keeps_what_was_not_returned(night):
    bets, closed = night.opens(1, 2)
    night.send(night.table.void(L_1=(1,)))
    night.send(bets, closed)
    assert night.fed() == [("HCF-01-1", 2)]
    night.meter_shows(1)


def test_a_round_that_is_opened_again_goes_on_as_it_was(night):
    table = night.table
    bets, closed = night.opens(1)
    night.send(bets)
    again = table.draft_of(RoundOpened(dealer="D-1"))
    night.send(again, table.wager(1), table.wager(2), table.no_more_bets(), closed)
    assert night.refusals() == ["lock_out", "lock_out"]
    night.send(table.draft_of(RoundOpened(dealer="D-1")), table.wager(2))
    assert night.refusals() == ["lock_out", "lock_out", "no_round"]
    assert night.fed() == [("HCF-01-1", 1)]
    night.meter_shows(1)


def test_a_table_that_is_not_open_takes_no_progressive_wager(night):
    table = night.table
    night.send(table.close())
    bets, closed = night.opens(1)
    night.send(bets, closed)
    night.send(table.open())
    bets, _ = night.opens(2)
    night.send(bets)
    assert night.refusals() == ["table_closed"]
    assert night.fed() == [("HCF-01-2", 2)]
    night.meter_shows(1)


@pytest.mark.parametrize("rulebook", ["", "junk@1", "663a@2014-02-01"])
def test_a_table_that_was_never_opened_takes_no_progressive_wager(call, rulebook):
    table = TableDrafts("NEW-01")
    opened = table.open_round(rulebook=rulebook)
    drafts = [LinkDrafts().open(), opened, table.wager(1), table.wager(1, "ante")]
    called = call("import", "-", "--json", stdin="\n".join(map(line_of, [*drafts, table.no_more_bets()])))
    assert (called.code, called.document["refused"]) == (0, 1)
    lines = [json.loads(line) for line in call("export-events", "--stream", table.stream).out.splitlines()]
    assert [line["type"] for line in lines[1:3]] == ["wager_refused", "wager_placed"]
    assert lines[1]["body"]["code"] == "table_closed"
    assert lines[3]["body"]["legs"] == []


def test_a_payment_to_a_link_that_the_table_never_fed_is_no_leg(night):
    table = night.table
    night.send(table.claim(1, "NOPE"), table.pay(3, 1, "NOPE"), table.void(NOPE_3=(1,)))
    claimed, paid, voided = night.events()[-3:]
    assert claimed["body"]["leg"] == paid["body"]["leg"] == 0
    assert [(leg["link"], bool(leg["leg"])) for leg in voided["body"]["legs"]] == [("NOPE-3", False)]
    called = night.call("meters")
    assert "NOPE" not in called.out
