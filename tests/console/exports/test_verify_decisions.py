"""The verifier on what was decided: an honest evening is good, a signed lie is found at its place."""

import csv
import random
import shutil
from typing import ClassVar

import pytest

from console.exports import verify_bag
from console.exports.verify_bag import Bad, Link, Links, dollars, put, verify
from events.envelope import encode
from events.topics import METERS
from tests.console.exports.verified_histories import (
    ORDERS,
    Listed,
    Posted,
    checked,
    in_order,
    paths_in,
    posted_by_us,
    with_a_wrong_field,
    with_another,
)
from tests.faults import insider_forgeries
from tests.faults.bag_forgeries import list_again
from tests.faults.insider_forgeries import FORGERIES, forged, forged_bag
from tests.faults.insiders.forger import make_evening
from tests.faults.machines import found_by
from tests.projections.keeping.lying_tables import LyingTables
from tests.projections.keeping.test_meter_machine import Floor

OF_PLAY = "report.pdf, tables/csv (7), tables/parquet (6), verify_bag.py"


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    return make_evening(tmp_path_factory.mktemp("evening"))


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_wrong_decision_is_named_though_everything_is_signed(evening, kind):
    for seed in range(2):
        assert forged(evening, kind, seed) == ""


def test_the_judge_of_forgeries_can_fail(evening, monkeypatch):
    monkeypatch.setattr(insider_forgeries, "verify", lambda *_: ["good"])
    assert [kind for kind in FORGERIES if not forged(evening, kind, 1).endswith("was accepted")] == []


def test_an_honest_evening_is_good_and_the_numbers_are_those_of_the_evening(evening):
    said = verify(evening.bag, evening.key, None)
    assert said[said.index("asked: 42 legs answered, 1 that nothing follows from,") :] == [
        "asked: 42 legs answered, 1 that nothing follows from,",
        "  0 await their decision, 0 quarantined or set aside on record",
        "recomputed: 14 contributions, 12 steps of awards,",
        "  1 corrections, 4 payments,",
        "  1 reversals, 7 changes by hand",
        "links: 2, each record's balances follow from the ones before",
        # 22 wagers of $5 that stay, each 23 % and 5 %; $2.30 were taken off.
        "money: seeds $300,000.00 + contributions $30.80 + house -$2.30",
        "  = on meters $135,019.30 + awards owed $150,008.05",
        "  + paid $15,001.15 + in transit $0.00",
        "ledger: 36 entries of links as recomputed, 8 of tables as their events allow,",
        "  109 postings, 45 balances, 23 accounts",
        "journal: ledger.beancount, 44 transactions as in the tables",
        "journal: ledger.journal, 44 transactions as in the tables",
        "proofs: 12, each of the last event of its stream",
        "by hash alone: 21 files, for which the log's key has signed in bag.dsse.json:",
        f"  README.txt, ledger/csv/datapackage.json, ledger/parquet (4), {OF_PLAY}",
    ]


def test_without_its_ledger_a_bag_is_good_and_says_so(evening, tmp_path):
    bag = shutil.copytree(evening.bag, tmp_path / "bag")
    shutil.rmtree(bag / "data/ledger")
    list_again(bag)
    said = verify(bag, evening.key, None)
    assert "ledger: not in this bag" in said
    assert said[-2:] == [
        "by hash alone: 16 files, for which nobody vouches, since bag.dsse.json is not beside the bag:",
        f"  README.txt, {OF_PLAY}",
    ]


@pytest.mark.parametrize("table", ["entries", "postings", "trial_balance", "accounts"])
def test_a_ledger_without_one_of_its_tables_is_refused(evening, tmp_path, table):
    bag = shutil.copytree(evening.bag, tmp_path / "bag")
    (bag / f"data/ledger/csv/{table}.csv").unlink()
    list_again(bag)
    with pytest.raises(Bad, match="it cannot be read") as bad:
        verify(bag, evening.key, None)
    assert bad.value.place == f"file data/ledger/csv/{table}.csv"


@pytest.mark.parametrize(
    "headings",
    [
        "seq,book,at,day,of_day,type,source,round",
        "book,seq,at,day,of_day,type,source",
        "book,seq,at,day,of_day,type,source,round,usd",
        "book,seq,at,day,of_day,type,source,round,seq",
    ],
)
def test_a_table_has_its_columns_and_no_others(evening, tmp_path, headings):
    """One more, or one twice, would be read by others and held against nothing."""
    bag = shutil.copytree(evening.bag, tmp_path / "bag")
    path = bag / "data/ledger/csv/entries.csv"
    rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))
    cells = [headings, *(",".join(row.get(name, "1") for name in headings.split(",")) for row in rows)]
    path.write_text("\n".join(cells) + "\n", "utf-8")
    list_again(bag)
    with pytest.raises(Bad, match="its columns are not book, seq, at") as bad:
        verify(bag, evening.key, None)
    assert bad.value.place == "file data/ledger/csv/entries.csv"


def test_what_is_just_happening_may_wait_for_its_decision_and_is_counted(evening):
    """The last contribution of a log is left out: nothing behind it shows that it was due already."""
    last = max(
        index
        for index, entry in enumerate(evening.entries)
        if verify_bag.unpack_event(entry)[4] == "meter_contributed"
    )
    links = checked([entry for index, entry in enumerate(evening.entries) if index != last and kept(entry)])
    assert links.counts["awaited"] == 1
    assert "  1 await their decision, 0 quarantined or set aside on record" in links.said()


def kept(entry):
    """Findings are no matter of links."""
    return not verify_bag.unpack_event(entry)[1].startswith("finding:")


@pytest.mark.parametrize("order", ORDERS)
def test_any_order_of_what_was_asked_and_decided_is_the_same(evening, order):
    entries = [entry for entry in evening.entries if kept(entry)]
    decided = [entry for entry in entries if verify_bag.unpack_event(entry)[1].startswith("meter:")]
    links = checked(in_order(entries, decided, order))
    assert links.counts == checked(entries).counts
    assert links.said() == checked(entries).said()


ALSO_NAMED_BY_THE_ANSWER = ("transfer_refused: reason", "transfer_sent: leg")
"""What another link answers says the same: the answer is where the two differ."""


def test_no_field_of_a_decision_can_say_anything_else(evening):
    """Of every decision each field, but for words: balances, amounts, names, numbers, times of others."""
    entries = [entry for entry in evening.entries if kept(entry)]
    dice, fields = random.Random(15), set()
    for _ in range(400):
        forged_entries, index, field = with_a_wrong_field(entries, dice)
        with pytest.raises(Bad) as bad:
            checked(forged_entries)
        if field not in ALSO_NAMED_BY_THE_ANSWER:
            assert (bad.value.place, field) == (f"index {index}", field)
        fields.add(field)
    assert len(fields) > 120


REPEATED = {
    "link_adjusted": {"meter", "account", "amount_mc", "document", "reason"},
    "link_transferred": {"meter", "account", "to_link", "to_meter", "amount_mc", "reason"},
    "payment_corrected": {"table", "payment_seq", "outcome", "document", "reason"},
    "progressive_claimed": {"seat", "hand", "wager"},
    "progressive_validated": {"claim_seq", "validated_by"},
    "progressive_rejected": {"claim_seq", "rejected_by", "reason"},
    "progressive_paid": {"claim_seq", "amount_mc", "seat", "paid_by", "paid_from", "slip"},
    "round_voided": {"reason", "ruled_by"},
    "link_opened": {"rulebook", "paytable", "wager", "unit_wager_mc"},
}
"""By what was asked the fields that the decision on it must repeat."""


def test_no_field_of_what_was_asked_can_say_anything_else_than_the_decision(evening):
    entries = [entry for entry in evening.entries if kept(entry)]
    answered = {
        tuple(verify_bag.unpack_event(entry)[11].rpartition("#")[::2])
        for entry in entries
        if verify_bag.unpack_event(entry)[1].startswith("meter:")
    }
    tried = set()
    for index, entry in enumerate(entries):
        value = verify_bag.unpack_event(entry)
        fields = REPEATED.get(value[4], ()) if (value[1], str(value[2])) in answered else ()
        for path in paths_in(entry):
            if path[0] in fields and len(path) == 1:
                with pytest.raises(Bad):
                    checked(with_another(entries, index, path)[0])
                tried.add((value[4], path[0]))
    assert {type_ for type_, _ in tried} == REPEATED.keys()


class Histories:
    """What the histories of a machine came to, together."""

    links: ClassVar[list[Links]] = []

    @classmethod
    def take(cls, entries):
        """A history that is accepted, and posts what our own ledger posts."""
        posted = Posted()
        cls.links.append(checked(entries, posted))
        assert posted.lines == posted_by_us(entries)


class VerifiedFloor(Floor):
    """The machine of the keeper, every history of which the verifier accepts."""

    def teardown(self):
        asked = [value for taken in self.court.taken.values() for value, _ in taken]
        decided = [encode(event) for records in self.court.records.values() for event in records]
        for order in ORDERS:
            Histories.take(in_order(asked, decided, order))


class VerifiedLies(LyingTables):
    """The machine of tables that lie, likewise."""

    def teardown(self):
        outputs = [output for _, _, outputs in self.taken for output in outputs if output.topic == METERS]
        for order in ORDERS:
            values = [value for _, value, _ in self.taken]
            Histories.take(in_order(values, [output.value for output in outputs], order))


OFTEN = ("meter_contributed", "award_locked", "award_returned", "award_paid", "leg_refused")


@pytest.mark.parametrize("machine", [VerifiedFloor, VerifiedLies])
def test_no_honest_history_is_refused(machine):
    """Until each step was judged often enough: what is drawn depends on which tests ran before."""
    Histories.links.clear()
    for seed in range(15, 23):
        error = found_by(machine, 12, 40, seed, shrink=False)
        if error is not None:
            raise error
        if all(sum(links.counts[step] for links in Histories.links) > 20 for step in OFTEN):
            return
    raise AssertionError({step: sum(links.counts[step] for links in Histories.links) for step in OFTEN})


@pytest.mark.parametrize(
    ("sums", "why"),
    [
        ({"seeds": 1}, "came to it"),
        ({"contributed": 1}, "came to it"),
        ({"sent": 1}, "came to it"),
        ({"cash": 1}, "its payments do not come to what they settled"),
        ({"beyond": 1}, "its payments do not come to what they settled"),
        ({"seeds": 1, "owed": 1}, "its open awards do not come to what is owed"),
    ],
)
def test_money_from_nowhere_is_refused_at_the_links_last_record(sums, why):
    links = Links(Listed([]), {}, None)
    link = links._links["L1"] = Link("L1")
    link.last = 7
    links.finish()
    link.sums.update(sums)
    with pytest.raises(Bad, match=why) as bad:
        links.finish()
    assert bad.value.place == "index 7"


def test_more_that_arrived_than_was_sent_is_refused():
    links = Links(Listed([]), {}, None)
    link = links._links["L1"] = Link("L1")
    link.sums["sent"] = 5
    assert "  + paid $0.00 + in transit $0.00005" in links.said()
    link.sums["received"] = 6
    with pytest.raises(Bad, match="more has arrived"):
        links.said()


def test_what_a_limit_lets_over_by_hand():
    # 23.5 millicents show 23; 2.6 more are 26.1, of which 2 of the 26 are over a limit of 24.
    assert put(235_000, 70_000, 26_000, 24) == (241_000, 90_000)
    assert put(235_000, 70_000, 26_000, 0) == (261_000, 70_000)
    # What was over it before, the limit being lower now, stays; only what comes goes over.
    assert put(300_000, 0, 10_000, 24) == (300_000, 10_000)
    assert put(300_000, 0, -10_000, 24) == (290_000, 0)


@pytest.mark.parametrize(
    ("units", "text"),
    [
        (0, "$0.00"),
        (1, "$0.000000001"),
        (-(10**9), "-$1.00"),
        (1_234_567_890_000, "$1,234.56789"),
        (5 * 10**7, "$0.05"),
    ],
)
def test_amounts_are_written_to_the_last_unit(units, text):
    assert dollars(units) == text


def test_a_forged_bag_is_whole_but_for_the_lie(evening, monkeypatch):
    """With the check of decisions taken out the bag passes all the others: it is the lie that is found."""
    monkeypatch.setattr(Links, "decides", lambda *_: None)
    monkeypatch.setattr(Links, "asks", lambda *_: None)
    kinds = [
        kind for kind in FORGERIES if kind in ("contribution_off", "award_too_small", "payment_left_out")
    ]
    for kind in kinds:
        with forged_bag(evening, kind, random.Random(1)) as (bag, _):
            assert verify(bag, evening.key, None)
