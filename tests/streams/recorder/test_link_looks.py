"""What a link's own stream has of it when a round opens: by that alone its wagers are taken or refused."""

from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from events import decode_body
from events.vocabulary.links import AwardTerms, LinkOpened
from events.vocabulary.progressive import BetsClosed
from events.vocabulary.table import PaytableSelected
from projections.recording.link_rules import link_terms
from streams.errors import BrokenChain
from streams.log import seal
from streams.recorder.link_looks import REMEMBERED, LinkLooks
from streams.recorder.recorder import Recorder
from streams.sqlite.log import SqliteLog
from tests.amounts import dollars
from tests.streams.recorder.table_drafts import (
    AT,
    RULEBOOK,
    SIGNED,
    TERMS,
    UNIT,
    LinkDrafts,
    TableDrafts,
    offered,
)

METER = TERMS.meters[0]
RULE = pytest.mark.reg("58 Pa. Code § 678a.2(c)")


def fresh(log) -> Recorder:
    """A recorder that knows nothing but the log."""
    return Recorder(log, "PA-01", clock=lambda: AT)


def body(recorded):
    return decode_body(recorded.event)


def all_of(recorder, *drafts):
    """The bodies that became of several drafts, recorded one by one."""
    return [body(recorder.record(draft)) for draft in drafts]


def code(recorder, draft) -> str | None:
    """The code of the refusal that a wager gets; None where it is taken."""
    recorded = recorder.record(draft)
    return body(recorded).code if recorded.refused else None


# --- taken or refused ---


@RULE
def test_a_link_in_play_with_the_table_s_own_terms_takes_wagers(any_log):
    recorder, link, table = fresh(any_log), LinkDrafts(), TableDrafts()
    all_of(recorder, link.open(), link.close(), link.open(), table.open())
    opened = body(recorder.record(table.open_round()))
    (offer,) = opened.progressives
    assert (offer.found.control_seq, offer.found.open, offer.found.unit_wager_mc) == (3, True, UNIT)
    assert (offer.found.rulebook, offer.found.paytable, offer.found.wager) == (RULEBOOK, "A", "progressive")
    assert opened.selections_seq == 1
    assert code(recorder, table.wager(1)) is None


def test_a_link_that_nobody_opened_takes_no_wager(any_log):
    recorder, table = fresh(any_log), TableDrafts()
    _, opened = all_of(recorder, table.open(), table.open_round())
    assert opened.progressives[0].found is None
    assert code(recorder, table.wager(1)) == "link_unknown"
    (leg,) = body(recorder.record(table.no_more_bets())).legs
    assert (leg.wagers, leg.control_seq, leg.selections_seq) == ((), 0, 1)


@pytest.mark.parametrize(
    "end", [("close",), ("close", "retire"), ("close", "change"), ("close", "open", "close")]
)
def test_a_link_out_of_play_takes_no_wager(any_log, end):
    recorder, link, table = fresh(any_log), LinkDrafts(), TableDrafts()
    all_of(recorder, link.open(), *(getattr(link, step)() for step in end), table.open())
    opened = body(recorder.record(table.open_round()))
    found = opened.progressives[0].found
    assert (found.open, found.control_seq) == (False, 1 + len(end))
    assert code(recorder, table.wager(1)) == "link_not_live"


def terms(unit_mc: int = UNIT, paytable: str = "A", book: str = RULEBOOK, **more):
    return link_terms(
        LinkOpened, book, paytable, "progressive", unit_mc, signed_by=SIGNED, reason="as filed", **more
    )


@RULE
@pytest.mark.parametrize(
    ("link_terms_", "expected", "reason"),
    [
        (terms(dollars(1)), "other_unit", "unit wager is $5.00, the link's is $1.00"),
        (terms(paytable="B"), "other_terms", "paytable is A, the link's is B"),
        (
            terms(book="678a@2015-proposed", primary_bp=1_000),
            "other_terms",
            f"rulebook is {RULEBOOK}, the link's is 678a@2015-proposed",
        ),
    ],
)
def test_a_link_of_other_terms_takes_no_wager(any_log, link_terms_, expected, reason):
    recorder, table = fresh(any_log), TableDrafts()
    chosen = (PaytableSelected(wager="progressive", paytable="A"),)
    all_of(recorder, LinkDrafts().draft_of(link_terms_), table.open(paytables=chosen), table.open_round())
    refused = body(recorder.record(table.wager(1)))
    assert refused.code == expected
    assert reason in refused.reason


@RULE
def test_a_wager_that_the_link_does_not_name(any_log):
    recorder, table = fresh(any_log), TableDrafts(links=("L-1", "L-2"))
    all_of(recorder, LinkDrafts("L-1").open(), LinkDrafts("L-2").open(), table.open(), table.open_round())
    assert code(recorder, table.wager(1)) is None
    refused = body(recorder.record(table.wager(1, "progressive_2")))
    assert (refused.code, "wager is progressive_2" in refused.reason) == ("other_terms", True)


def test_a_progressive_wager_of_the_chapter_that_the_table_does_not_offer(any_log):
    recorder, table = fresh(any_log), TableDrafts(links=())
    all_of(recorder, LinkDrafts().open(), table.open())
    assert code(recorder, table.wager(1)) == "not_offered"
    recorder.record(table.open_round())
    assert code(recorder, table.wager(1)) == "not_offered"
    assert code(recorder, table.wager(1, "flush_bonus", by="plaque")) is None
    unknown = TableDrafts("X-01", links=())
    all_of(recorder, unknown.open(rulebook="699a@2031-01-01"), unknown.open_round())
    assert code(recorder, unknown.wager(1)) is None


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"meters": (METER, METER)}, "each once"),
        ({"meters": (), "awards": ()}, "has the meters progressive"),
        ({"awards": (AwardTerms(hand="x", meter="mega", percent_bp=100),)}, "other percentage awards"),
        ({"rulebook": "699a@2031-01-01"}, "no rulebook '699a@2031-01-01'"),
        ({"meters": (replace(METER, meter="other"),), "awards": ()}, "has the meters progressive"),
        ({"meters": (replace(METER, limit_mc=1),)}, "limit of progressive is below"),
    ],
)
def test_terms_that_cannot_be_put_no_link_into_play(any_log, wrong, reason):
    recorder, link, table = fresh(any_log), LinkDrafts(), TableDrafts()
    all_of(recorder, link.open(), link.close(), table.open())
    refused = recorder.record(link.open(**wrong))
    assert refused.event.type == "link_change_refused"
    assert reason in body(refused).reason
    recorder.record(table.open_round())
    assert code(recorder, table.wager(1)) == "link_not_live"


# --- by the opening alone ---


@pytest.mark.parametrize("crash", [False, True])
def test_what_becomes_of_a_link_in_mid_round_is_for_the_next(any_log, crash):
    recorder, link, table = fresh(any_log), LinkDrafts(), TableDrafts()
    all_of(recorder, link.open(), table.open(), table.open_round(), table.wager(1), link.close())
    recorder = fresh(any_log) if crash else recorder
    assert code(recorder, table.wager(2)) is None
    (leg,) = body(recorder.record(table.no_more_bets())).legs
    assert ([wager.seat for wager in leg.wagers], leg.control_seq) == ([1, 2], 1)
    all_of(recorder, table.close_round(), table.open_round(), link.open())
    recorder = fresh(any_log) if crash else recorder
    assert code(recorder, table.wager(1)) == "link_not_live"
    all_of(recorder, table.close_round(), table.open_round())
    assert code(recorder, table.wager(1)) is None


def test_a_link_and_a_round_in_one_batch(any_log):
    """What is recorded before the round in the same append is seen, although nothing is in the log yet."""
    link, table = LinkDrafts(), TableDrafts()
    drafts = [
        link.open(),
        table.open(),
        table.open_round(),
        table.wager(1),
        link.close(),
        table.close_round(),
    ]
    results = fresh(any_log).record_many([*drafts, table.open_round(), table.wager(1)])
    assert [result.event.type for result in (results[3], results[7])] == ["wager_placed", "wager_refused"]
    assert [body(results[n]).progressives[0].found.open for n in (2, 6)] == [True, False]


def test_what_this_recorder_did_to_a_link_it_sees_at_once(any_log):
    recorder, link, table = fresh(any_log), LinkDrafts(), TableDrafts()
    all_of(recorder, table.open(), table.open_round(), link.open(), table.close_round(), table.open_round())
    assert code(recorder, table.wager(1)) is None
    all_of(recorder, link.close(), table.close_round(), table.open_round())
    assert code(recorder, table.wager(1)) == "link_not_live"


def test_a_test_is_about_no_link(any_log):
    recorder, table = fresh(any_log), TableDrafts()
    live = [table.open(), table.open_round(), table.wager(1)]
    opened, round_, wager = (recorder.record(each._replace(mode="test")) for each in live)
    assert (opened.refused, wager.refused, body(round_).progressives[0].found) == (False, False, None)


def test_legs_of_a_round_carry_what_it_was_opened_under(any_log):
    recorder, link, table = fresh(any_log), LinkDrafts(), TableDrafts()
    all_of(recorder, link.adjust(1), link.open(), table.open(), table.select(), table.open_round())
    all_of(recorder, table.wager(1), link.close(), link.change())
    (bets,) = body(recorder.record(table.no_more_bets())).legs
    claim = body(recorder.record(table.claim(1)))
    (void,) = body(recorder.record(table.void(L_1=(1,)))).legs
    assert [(leg.control_seq, leg.selections_seq) for leg in (bets, claim, void)] == [(2, 2)] * 3


def test_a_client_s_own_legs_feed_nobody(any_log):
    """The wagers of a round are those that the recorder took, whatever its client makes of them."""
    recorder, table = fresh(any_log), TableDrafts()
    all_of(recorder, LinkDrafts().open(), table.open(), table.open_round(), table.wager(2))
    wager = {"seat": 1, "wager": "progressive", "amount_mc": UNIT}
    brought = tuple({"link": link, "leg": 0, "wagers": [wager]} for link in ("L-1", "L-9"))
    given = table.draft_of(BetsClosed(legs=brought))
    (leg,) = body(recorder.record(given)).legs
    assert (leg.link, [wager.seat for wager in leg.wagers]) == ("L-1", [2])


# --- selections changed in mid-round ---


@pytest.mark.parametrize("crash", [False, True])
def test_selections_changed_in_mid_round_are_for_the_next(any_log, crash):
    recorder, table = fresh(any_log), TableDrafts()
    other = LinkDrafts("L-2")
    all_of(recorder, LinkDrafts().open(), other.draft_of(terms(dollars(1))))
    all_of(recorder, table.open(), table.open_round(), table.wager(1))
    one_dollar = (replace(offered("L-2")[0], unit_wager_mc=dollars(1)),)
    changed = recorder.record(table.select(progressives=one_dollar))
    assert [(leg.link, leg.leg) for leg in body(changed).legs] == [("L-1", 2), ("L-2", 1)]
    recorder = fresh(any_log) if crash else recorder
    assert code(recorder, table.wager(2)) is None
    assert code(recorder, table.wager(3, amount=dollars(1))) == "other_unit"
    assert [leg.link for leg in body(recorder.record(table.end_day())).legs] == ["L-1", "L-2"]
    (leg,) = body(recorder.record(table.no_more_bets())).legs
    assert (leg.link, [wager.seat for wager in leg.wagers], leg.selections_seq) == ("L-1", [1, 2], 1)
    recorder.record(table.close_round())
    recorder = fresh(any_log) if crash else recorder
    (void,) = body(recorder.record(table.void(L_1=(1,)))).legs
    assert (void.link, void.seats, void.selections_seq) == ("L-1", (1,), 1)
    opened = body(recorder.record(table.open_round()))
    assert [(offer.link, offer.unit_wager_mc) for offer in opened.progressives] == [("L-2", dollars(1))]
    assert opened.selections_seq == changed.seq
    assert code(recorder, table.wager(1)) == "other_unit"
    assert code(recorder, table.wager(1, amount=dollars(1))) is None
    (leg,) = body(recorder.record(table.no_more_bets())).legs
    assert (leg.link, leg.leg, len(leg.wagers)) == ("L-2", 3, 1)


def test_a_rulebook_changed_in_mid_round_does_not_judge_its_wagers(any_log):
    recorder, table = fresh(any_log), TableDrafts()
    all_of(recorder, LinkDrafts().open(), table.open(), table.open_round())
    recorder.record(table.select(rulebook="699a@2031-01-01", progressives=()))
    assert code(recorder, table.wager(1, by="plaque")) == "not_value_chip"
    assert code(recorder, table.wager(1)) is None


@pytest.mark.parametrize("crash", [False, True])
def test_a_second_no_more_bets_takes_nothing_away(any_log, crash):
    recorder, table = fresh(any_log), TableDrafts()
    all_of(recorder, LinkDrafts().open(), table.open(), table.open_round(), table.wager(1))
    (first,) = body(recorder.record(table.no_more_bets())).legs
    recorder = fresh(any_log) if crash else recorder
    (again,) = body(recorder.record(table.no_more_bets())).legs
    assert ([wager.seat for wager in first.wagers], again.wagers, again.leg) == ([1], (), first.leg + 1)
    assert code(recorder, table.wager(2)) == "lock_out"
    (void,) = body(recorder.record(table.void(L_1=(1,)))).legs
    assert (void.seats, void.leg) == ((1,), again.leg + 1)


# --- how it looks ---


@dataclass
class Asked:
    """A log that counts what is asked of it."""

    log: SqliteLog
    look_again_s: float
    heads: int = 0
    read: list[int] = field(default_factory=list)

    def head(self, stream):
        self.heads += 1
        return self.log.head(stream)

    def read_stream(self, stream, start, stop=None):
        for record in self.log.read_stream(stream, start, stop):
            self.read.append(record.offset)
            yield record


def test_a_look_reads_only_what_is_new_and_asks_no_more_often_than_it_may(log):
    asked, now_s = Asked(log, look_again_s=1.0), [10.0]
    looks = LinkLooks(asked, lambda: now_s[0])
    recorder, link = fresh(log), LinkDrafts()
    recorder.record(link.open())
    assert looks.look("L-1").found.open
    assert asked.read == [0]
    recorder.record(link.close())
    now_s[0] = 10.9
    assert looks.look("L-1").found.open, "late by less than a second"
    assert asked.heads == 1
    now_s[0] = 11.0
    assert not looks.look("L-1").found.open
    assert (asked.heads, asked.read) == (2, [0, 1])
    recorder.record(link.open())
    looks.written("link:L-1")
    assert looks.look("L-1").found.control_seq == 3
    assert asked.read == [0, 1, 2]


def test_a_gap_in_a_link_s_stream_does_not_stop_its_tables(log):
    """Kafka may lack an event of a stream; its keeper goes by what was before, and so do the tables."""

    class Gap(Asked):
        def read_stream(self, stream, start, stop=None):
            for record in super().read_stream(stream, start, stop):
                if len(self.read) == 2:
                    raise BrokenChain(f"{stream} seq 2 is missing")
                yield record

    recorder, link = fresh(log), LinkDrafts()
    all_of(recorder, link.open(), link.close(), link.open(), link.close())
    found = LinkLooks(Gap(log, look_again_s=0.0)).look("L-1").found
    assert (found.open, found.control_seq) == (True, 1)


def test_a_control_that_cannot_be_read_does_not_stop_its_tables(any_log):
    """Somebody wrote to the link's stream what no recorder lets in; its keeper refuses it."""
    recorder, link, table = fresh(any_log), LinkDrafts(), TableDrafts()
    opened = recorder.record(link.open()).event
    closed = opened._replace(seq=2, prev=seal(opened).hash, type="link_closed", body=b"\x81\xa1x\x01")
    any_log.append([seal(closed)])
    all_of(fresh(any_log), table.open(), table.open_round())
    assert code(fresh(any_log), table.wager(1)) is None


def test_links_that_are_remembered_are_bounded(log):
    asked = Asked(log, look_again_s=60.0)
    looks = LinkLooks(asked)
    for number in range(REMEMBERED + 1):
        looks.look(f"L-{number}")
    for number in (REMEMBERED, 1):
        looks.look(f"L-{number}")
    assert asked.heads == REMEMBERED + 1
    looks.look("L-0")
    assert asked.heads == REMEMBERED + 2


@RULE
@pytest.mark.parametrize(("steps", "expected"), [((), "link_unknown"), (("open", "close"), "link_not_live")])
def test_that_a_link_is_not_in_play_is_named_before_what_it_would_take(any_log, steps, expected):
    recorder, link, table = fresh(any_log), LinkDrafts(), TableDrafts()
    all_of(recorder, *(getattr(link, step)() for step in steps), table.open(), table.open_round())
    assert code(recorder, table.wager(1, amount=dollars(7))) == expected
    assert code(recorder, table.wager(1, by="plaque")) == "not_value_chip"
    recorder.record(table.no_more_bets())
    assert code(recorder, table.wager(1, amount=dollars(7))) == "lock_out"
