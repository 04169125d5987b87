"""What the system itself decides it can refuse, each time as an event; everything else is recorded."""

import pytest
from msgspec.structs import replace

from events import MalformedEvent, decode_body
from events.vocabulary.links import LinkOpened, Signature
from events.vocabulary.table import ProgressiveOffered
from games import rulebook
from projections.recording.link_rules import link_terms
from streams.log import EVENTS
from streams.recorder.recorder import Recorder
from tests.amounts import dollars
from tests.streams.recorder.table_drafts import AT, RULEBOOK, SIGNED, TERMS, UNIT, LinkDrafts, TableDrafts


def fresh(log) -> Recorder:
    return Recorder(log, "PA-01", clock=lambda: AT)


@pytest.fixture
def table(recorder):
    """A table in the middle of a round, wagers open."""
    drafts = TableDrafts()
    recorder.record_many([LinkDrafts().open(), drafts.open(), drafts.open_round()])
    return drafts


def refused(recorder, draft, type_: str, code: str):
    """The body of the refusal that the draft must get."""
    recorded = recorder.record(draft)
    assert (recorded.refused, recorded.existed, recorded.event.type) == (True, False, type_)
    assert recorded.event.stream == draft.stream
    body = decode_body(recorded.event)
    assert getattr(body, "code", code) == code
    return body


def taken(recorder, draft) -> None:
    recorded = recorder.record(draft)
    assert (recorded.refused, recorded.event.type) == (False, draft.type)


# --- progressive wagers ---


@pytest.mark.reg("58 Pa. Code § 678a.2(c)")
def test_a_progressive_wager_after_no_more_bets(recorder, table):
    taken(recorder, table.wager(1))
    recorder.record(table.no_more_bets())
    body = refused(recorder, table.wager(2), "wager_refused", "lock_out")
    assert (body.seat, body.wager, body.amount_mc, body.instrument) == (2, "progressive", UNIT, "value_chip")
    recorder.record(table.close_round())
    recorder.record(table.open_round())
    taken(recorder, table.wager(2))


def test_the_lock_out_comes_before_no_more_bets_where_it_is_engaged(recorder, table):
    recorder.record(table.lock_out("electronic_wagering"))
    taken(recorder, table.wager(1))
    recorder.record(table.lock_out("progressive"))
    refused(recorder, table.wager(2), "wager_refused", "lock_out")


def test_a_refused_wager_feeds_no_link(recorder, table):
    recorder.record_many([table.wager(1), table.lock_out(), table.wager(2)])
    (leg,) = decode_body(recorder.record(table.no_more_bets()).event).legs
    assert [wager.seat for wager in leg.wagers] == [1]


@pytest.mark.parametrize(
    ("end", "code"), [("close_round", "no_round"), ("void", "no_round"), ("close", "table_closed")]
)
def test_a_progressive_wager_outside_a_round(recorder, table, end, code):
    recorder.record(getattr(table, end)())
    refused(recorder, table.wager(1), "wager_refused", code)


@pytest.mark.reg("58 Pa. Code § 678a.7(d)(4)")
@pytest.mark.parametrize("by", ["plaque", "electronic", "other_approved", "other"])
def test_a_progressive_wager_by_other_than_a_value_chip(recorder, table, by):
    refused(recorder, table.wager(1, by=by), "wager_refused", "not_value_chip")


@pytest.mark.parametrize("by", ["plaque", "electronic", "other_approved", "other"])
def test_other_wagers_are_facts_whatever_they_are_made_with(recorder, table, by):
    taken(recorder, table.wager(1, "ante", by=by))
    recorder.record(table.no_more_bets())
    taken(recorder, table.wager(1, "flush_bonus", by=by))


@pytest.mark.parametrize("amount", [0, UNIT - 1, UNIT + 1, 2 * UNIT])
def test_a_progressive_wager_of_another_unit(recorder, table, amount):
    body = refused(recorder, table.wager(1, amount=amount), "wager_refused", "other_unit")
    assert "$5.00" in body.reason


def test_a_second_progressive_wager_of_a_seat(recorder, table):
    taken(recorder, table.wager(1))
    refused(recorder, table.wager(1), "wager_refused", "duplicate")
    taken(recorder, table.wager(2))
    recorder.record(table.withdraw(1))
    taken(recorder, table.wager(1))


@pytest.mark.reg("58 Pa. Code §§ 647a.7(d)(4), 647a.2(b)(7)")
def test_the_five_card_hand_bonus_is_electronic_only(recorder):
    book, wager = "647a@2019-08-31", "fchb_player"
    table = TableDrafts("THB-01")
    offer = ProgressiveOffered(wager=wager, link="L-5", unit_wager_mc=UNIT)
    terms = link_terms(LinkOpened, book, "only", wager, UNIT, signed_by=SIGNED, reason="as filed")
    link = LinkDrafts("L-5").draft_of(terms)
    recorder.record_many([link, table.open(rulebook=book, progressives=(offer,)), table.open_round()])
    refused(recorder, table.wager(1, wager, by="value_chip"), "wager_refused", "not_electronic")
    taken(recorder, table.wager(1, wager, by="electronic"))
    recorder.record(table.lock_out("progressive"))
    taken(recorder, table.wager(2, wager, by="electronic"))
    recorder.record(table.lock_out("electronic_wagering"))
    refused(recorder, table.wager(3, wager, by="electronic"), "wager_refused", "lock_out")


def test_a_rulebook_that_nobody_has_decides_no_instrument(recorder):
    """In a test, which asks no link: none is opened under a rulebook that nobody has."""

    def tested(draft):
        return draft._replace(mode="test")

    known, unknown = TableDrafts("HCF-08"), TableDrafts("HCF-09")
    for table, opening in ((known, known.open()), (unknown, unknown.open(rulebook="699a@2031-01-01"))):
        recorder.record_many([tested(opening), tested(table.open_round())])
    refused(recorder, tested(known.wager(1, by="plaque")), "wager_refused", "not_value_chip")
    taken(recorder, tested(unknown.wager(1, by="plaque")))


def test_a_table_that_offers_no_progressive_refuses_no_other_wager(recorder):
    table = TableDrafts(links=())
    recorder.record_many([table.open(), table.open_round(), table.no_more_bets()])
    taken(recorder, table.wager(1, "flush_bonus", by="other", amount=3))


# --- repeats with other content ---


def test_a_source_id_with_other_content(recorder, table, log):
    first = recorder.record(table.wager(1, source_id="x"))
    other = table.wager(2, source_id="x")
    body = refused(recorder, other, "record_refused", "duplicate")
    assert (body.attempted_type, body.attempted_source_id) == ("wager_placed", "x")
    assert body.existing_seq == first.seq
    end = log.end(EVENTS, 0)
    for again in (recorder, fresh(log)):
        repeat = again.record(other)
        assert (repeat.existed, repeat.refused, repeat.event.type) == (True, True, "record_refused")
    assert log.end(EVENTS, 0) == end


@pytest.mark.parametrize(
    "change", [{"actor": "D-99"}, {"round": "R-0"}, {"mode": "test"}, {"occurred_at_us": 5}, {"type": "x"}]
)
def test_other_content_is_noticed_in_every_field_of_the_client(recorder, table, change):
    draft = table.deal(1)
    taken(recorder, draft)
    if "type" in change:
        other = table.close_round()
        change = {"type": other.type, "schema": other.schema, "body": other.body}
    refused(recorder, draft._replace(**change), "record_refused", "duplicate")


def test_what_the_recorder_filled_in_hides_no_other_content(recorder, table):
    """The leg numbers and what a round is played under are left out of the comparison, nothing else is."""
    recorder.record(table.wager(1))
    for make, other in (
        (table.no_more_bets, None),
        (lambda: table.claim(1), lambda: table.claim(2)),
        (lambda: table.pay(4, 1), lambda: table.pay(5, 1)),
        (lambda: table.void(L_1=(1,)), lambda: table.void(L_1=(2,))),
        (table.open_round, lambda: table.open_round(deck="B")),
    ):
        draft = make()
        taken(recorder, draft)
        assert recorder.record(draft).existed
        if other is not None:
            changed = draft._replace(body=other().body)
            refused(recorder, changed, "record_refused", "duplicate")


def test_a_refusal_asked_for_again_is_answered_again(recorder, table, log):
    recorder.record(table.no_more_bets())
    late = table.wager(4)
    first = recorder.record(late)
    for again in (recorder, fresh(log)):
        repeat = again.record(late)
        assert (repeat.seq, repeat.existed, repeat.refused) == (first.seq, True, True)
    refused(recorder, table.wager(5, source_id=late.source_id), "record_refused", "duplicate")


# --- links ---


def test_the_terms_of_a_live_link_cannot_change(recorder, log):
    link = LinkDrafts()
    taken(recorder, link.change())
    taken(recorder, link.open())
    for again in (recorder, fresh(log)):
        body = refused(again, link.change(), "link_change_refused", "")
        assert (body.attempted, body.attempted_by) == ("link_terms_changed", ("F-3", "A-9"))
        refused(again, link.open(), "link_change_refused", "")
        assert "close it" in refused(again, link.retire(), "link_change_refused", "").reason
    recorder = fresh(log)
    taken(recorder, link.close())
    taken(recorder, link.change())
    taken(recorder, link.open())


def test_a_link_in_a_test_is_neither_live_nor_refused(recorder, log):
    link = LinkDrafts()
    taken(recorder, link.open(mode="test"))
    taken(recorder, link.change())
    taken(recorder, link.open())
    taken(recorder, link.close(mode="test"))
    refused(fresh(log), link.change(), "link_change_refused", "")


def test_a_link_opened_long_ago_is_still_live(recorder, log):
    link = LinkDrafts()
    recorder.record(link.open())
    recorder.record_many([link.close(mode="training") for _ in range(1_001)])
    refused(fresh(log), link.change(), "link_change_refused", "")


SAME_PERSON = (SIGNED[0], Signature(badge="F-3", department="accounting"))
SAME_DEPARTMENT = (SIGNED[0], Signature(badge="F-4", department="table games"))
NO_DEPARTMENT = (SIGNED[0], Signature(badge="A-9", department=" "))

CONTROL = {
    "open": lambda link, **changes: link.open(**changes),
    "change": lambda link, **changes: link.change(**changes),
    "close": lambda link, **changes: link.close(**changes),
    "retire": lambda link, **changes: link.retire(**changes),
    "adjust": lambda link, **changes: link.adjust(-1, **changes),
    "transfer": lambda link, **changes: link.transfer(1, **changes),
    "close_day": lambda link, **changes: link.close_day(**changes),
}


@pytest.mark.parametrize("ask", CONTROL.values(), ids=CONTROL)
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"signed_by": ()}, "two different badges"),
        ({"signed_by": SIGNED[:1]}, "two different badges"),
        ({"signed_by": SAME_PERSON}, "two different badges"),
        ({"signed_by": SAME_DEPARTMENT}, "of another one"),
        ({"reason": " "}, "give one"),
    ],
)
def test_whoever_changes_a_link_signs_with_somebody_of_another_department_and_gives_a_reason(
    recorder, ask, changes, reason
):
    link = LinkDrafts()
    body = refused(recorder, ask(link, **changes), "link_change_refused", "")
    assert reason in body.reason
    taken(recorder, ask(link))
    assert not recorder.record(ask(link)._replace(mode="test")).refused


@pytest.mark.parametrize("ask", CONTROL.values(), ids=CONTROL)
def test_a_signature_names_its_department_or_is_malformed(recorder, ask):
    with pytest.raises(MalformedEvent, match=r"signed_by\.1\.department: has no letter or digit"):
        recorder.record(ask(LinkDrafts(), signed_by=NO_DEPARTMENT))


def test_a_refused_change_is_answered_again_after_a_crash(recorder, log):
    link = LinkDrafts()
    for draft in (link.adjust(0), link.retire(signed_by=()), link.transfer(1, "L-1")):
        first = recorder.record(draft)
        again = fresh(log).record(draft)
        assert (again.seq, again.existed, again.refused) == (first.seq, True, True)


def test_a_link_must_have_the_terms_of_its_rulebook(recorder):
    link = LinkDrafts()
    (meter,) = TERMS.meters
    cheap = (replace(meter, seed_mc=dollars(149_999)),)
    for draft in (link.open(meters=cheap), link.change(meters=cheap)):
        assert "678a.12" in refused(recorder, draft, "link_change_refused", "").reason
    unknown = link.open(rulebook="678a@2031-01-01")
    assert (
        "no rulebook '678a@2031-01-01': there are"
        in refused(recorder, unknown, "link_change_refused", "").reason
    )
    without = link.open(meters=(), awards=())
    assert "name these" in refused(recorder, without, "link_change_refused", "").reason
    taken(recorder, link.open())


def test_nothing_is_not_an_amount_and_a_transfer_goes_elsewhere(recorder):
    link = LinkDrafts()
    for draft in (link.adjust(0), link.transfer(0)):
        assert "name an amount" in refused(recorder, draft, "link_change_refused", "").reason
    assert "another one" in refused(recorder, link.transfer(1, "L-1"), "link_change_refused", "").reason
    for draft in (link.adjust(1), link.adjust(-1), link.transfer(1, "L-2")):
        taken(recorder, draft)


# --- payout limits ---


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
@pytest.mark.parametrize("fact", ["open", "select"])
def test_a_payout_limit_below_its_floor(recorder, fact):
    """$50,000, or what the minimum Ante and a Raise of three times it can win, on every box."""
    table = TableDrafts()
    recorder.record(table.open())
    make = getattr(table, fact)
    body = refused(
        recorder, make(payout_limit_mc=dollars(50_000) - 1), "table_refused", "payout_limit_below_floor"
    )
    assert body.attempted == {"open": "open", "select": "change"}[fact]
    assert (body.rulebook, "$50,000.00" in body.reason) == (RULEBOOK, True)
    assert body.section.startswith("678a.12")
    taken(recorder, make(payout_limit_mc=dollars(50_000)))
    taken(recorder, make(payout_limit_mc=None))


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
def test_a_high_minimum_and_two_boxes_raise_the_floor(recorder):
    """$10,000 and $30,000 on each of two boxes: $80,000."""
    table = TableDrafts()
    selections = {"minimum_wager_mc": dollars(10_000), "boxes_per_player": 2}
    refused(
        recorder,
        table.open(payout_limit_mc=dollars(79_999), **selections),
        "table_refused",
        "payout_limit_below_floor",
    )
    taken(recorder, table.open(payout_limit_mc=dollars(80_000), **selections))


def test_a_payout_limit_where_the_chapter_has_none(recorder):
    book = next(book for book in rulebook.all_rulebooks() if book.payout_limit is None)
    table = TableDrafts()
    refused(
        recorder,
        table.open(rulebook=book.name, payout_limit_mc=dollars(1_000_000)),
        "table_refused",
        "payout_limit_not_allowed",
    )
    taken(recorder, table.open(rulebook=book.name))


def test_a_table_that_was_refused_is_not_open(recorder):
    table = TableDrafts()
    recorder.record(table.open(payout_limit_mc=1))
    opened = decode_body(recorder.record(table.open_round()).event)
    assert (opened.rulebook, opened.progressives) == ("", ())


# --- what is merely wrong ---


def test_improper_facts_are_recorded_as_they_are(recorder):
    """A round within a round, a seventh seat, a card twice, play at a closed table: evidence, all of it."""
    table = TableDrafts()
    drafts = [table.close(), table.open(), table.open_round(), table.open_round(), table.deal(77)]
    drafts += [table.deal(1), table.deal(1), table.close_round(), table.close_round(), table.no_more_bets()]
    drafts += [table.claim(9, "L-404"), table.validate(4_000, 3), table.pay(4_000, 3), table.void(L_9=(1,))]
    for draft in drafts:
        taken(recorder, draft)
