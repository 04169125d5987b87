"""Fixed awards, envy, cash for a link that the table never fed: in `hits`, `day` and the table's own book.

678a at $5: five cards in sequence win 250 for 1, $1,250.00; a five-card flush 3 for 1, $15.00.
"""

import pytest

from console.printing.lines import WIDTH
from tests.console.accounting_floor import (
    FIVE,
    Floor,
    documented,
    envy,
    fixed_validated,
    ledger,
    light,
    paid,
    settled,
)
from tests.console.calling import pitledger

BIG = 125_000_000
SMALL = 1_500_000
DAY, NEXT_DAY = "2026-03-01", "2026-03-02"
TWO = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "looked into")


@pytest.fixture
def floor(tmp_path):
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    return floor


def hits(floor, *args):
    called = ledger(floor.data, "hits", *args)
    return called.code, called.document["hits"]


def day(floor, date=DAY):
    return pitledger("day", date, "--data", floor.data, "--json").document


def balances(floor, book="table:T1"):
    document = ledger(floor.data, "trial").document
    assert document["total_mc"] == 0
    return {
        (each["account"], each["meter"]): each["balance_mc"]
        for each in document["accounts"]
        if each["book"] == book and each["balance_mc"]
    }


def mend(floor, *args, table="T1", signed=TWO):
    return pitledger(
        *("link", "mend-table", table, *args, "--document", "V-1", *signed),
        *("--data", floor.data, "--json"),
    )


def narrow(floor, *args):
    out = pitledger(*args, "--data", floor.data).out
    assert [line for line in out.splitlines() if len(line) > WIDTH] == []
    return out


# --- hits -------------------------------------------------------------------------------------------------


@pytest.mark.reg("58 Pa. Code § 678a.11(e)(3)")
def test_a_fixed_award_from_the_rack_needs_light_and_floorperson_and_no_papers(floor):
    floor.plays("T1", [3], light(3), fixed_validated(3, SMALL), settled(3, SMALL))
    code, (hit,) = hits(floor)

    assert (code, hit["kind"], hit["link"], hit["status"]) == (0, "fixed_award", "", "paid")
    assert (hit["table"], hit["seat"], hit["wager"], hit["hand"]) == ("T1", 3, "progressive", FIVE)
    assert (hit["amount_mc"], hit["paid_mc"], hit["missing"]) == (SMALL, SMALL, [])
    assert [step["step"] for step in hit["steps"]] == [
        "light verified",
        "fixed award validated",
        "fixed award paid",
    ]
    shown = narrow(floor, "ledger", "hits")
    assert f"house money, progressive: $15.00 for {FIVE} at T1 seat 3, round T1-1: paid\n" in shown


@pytest.mark.cites("58 Pa. Code § 678a.11(e)(3)")
def test_what_is_missing_of_a_fixed_award_is_named_with_its_section(floor):
    floor.plays("T1", [3], settled(3, BIG, source="hand_pay"))
    code, (hit,) = hits(floor)

    assert code == 1, "it was paid"
    assert [(duty["step"], duty["section"]) for duty in hit["missing"]] == [
        ("verify_light", "678a.11(e)(3)(ii)"),
        ("validate", "678a.11(e)(3)(iii)"),
        ("keep_cards_on_table", "678a.11(e)(3)(iv)"),
        ("document", "678a.11(e)(3)(iv)"),
    ]
    assert "missing: validate by the floorperson (678a.11(e)(3)(iii))" in narrow(floor, "ledger", "hits")


def test_papers_are_for_what_is_not_paid_from_the_rack(floor):
    steps = (light(3), fixed_validated(3, BIG), documented(0, 3), settled(3, BIG, source="hand_pay"))
    floor.plays("T1", [3], *steps)
    code, (hit,) = hits(floor)

    assert (code, hit["missing"]) == (0, [])


def test_the_steps_of_another_seat_are_not_this_one_s(floor):
    floor.plays("T1", [2, 3], light(2), fixed_validated(2, SMALL), settled(3, SMALL))
    _, found = hits(floor)
    by_seat = {hit["seat"]: hit for hit in found}

    assert [duty["step"] for duty in by_seat[3]["missing"]] == ["verify_light", "validate"]
    assert (by_seat[2]["status"], by_seat[2]["paid_mc"]) == ("validated", 0), "validated and nobody paid it"
    assert [duty["step"] for duty in by_seat[2]["missing"]] == ["verify_hand", "pay"]


@pytest.mark.reg("58 Pa. Code § 647a.11(i)(5)")
def test_envy_is_a_hit_of_house_money_too(floor):
    floor.plays("T1", [3], envy(2, 3, 100_000_000))
    code, (hit,) = hits(floor)

    assert (code, hit["kind"], hit["hand"], hit["amount_mc"]) == (0, "envy", "royal_flush", 100_000_000)
    assert [step["step"] for step in hit["steps"]] == ["envy paid"]
    assert "house money, envy: $1,000.00 for royal_flush at T1 seat 2" in narrow(floor, "ledger", "hits")


@pytest.mark.reg("58 Pa. Code § 647a.11(j)(2)")
def test_a_floorperson_is_asked_from_500_for_1_up(tmp_path):
    """The Five Card Hand Bonus, credited to the game account: $5 at 500 for 1 is $2,500."""
    floor = Floor(tmp_path / "floor")
    floor.opens_five_card()

    def won(paid_mc, wager="fchb_dealer"):
        _, fields = settled(2, paid_mc, source="game_account", wager=wager)
        return "wager_settled", fields

    facts = [("round_opened", {"dealer": "D-1"}), won(249_500_000), won(250_000_000)]
    floor.say("table:T9", *facts, won(250_000_000, "fchb_dealer_magic"), round_="T9-1")
    _, found = hits(floor)

    assert [(hit["amount_mc"], [duty["step"] for duty in hit["missing"]]) for hit in found] == [
        (249_500_000, []),
        (250_000_000, ["validate"]),
        (250_000_000, []),
    ]


def test_one_link_has_its_own_hits_and_no_house_money(floor):
    floor.plays("T1", [3], settled(3, SMALL))

    assert hits(floor, "--link", "HCF") == (0, [])
    assert len(hits(floor, "--from", DAY, "--to", DAY)[1]) == 1
    assert hits(floor, "--from", NEXT_DAY) == (0, [])


def test_what_a_claim_takes_over_is_the_link_s_hit(floor):
    claim = {"seat": 3, "wager": "progressive", "hand": "six_card_straight_flush", "cards": []}
    floor.plays("T1", [3], settled(3, SMALL), ("progressive_claimed", {**claim, "link": "HCF", "leg": 0}))
    _, (hit,) = hits(floor)

    assert (hit["kind"], hit["link"]) == ("meter", "HCF")


# --- the table's own day ----------------------------------------------------------------------------------


def test_house_money_after_the_table_s_marker_is_of_the_next_day_and_refers_back(floor):
    floor.plays("T1", [3], settled(3, BIG))
    floor.ends_day("T1", DAY)
    floor.plays("T1", [4], settled(4, SMALL), envy(2, 4, 2_000_000))

    first, second = day(floor), day(floor, NEXT_DAY)
    assert {each["account"]: each["amount_mc"] for each in first["house_money"]} == {"fixed_awards": BIG}
    assert {each["account"]: each["amount_mc"] for each in second["house_money"]} == {
        "fixed_awards": SMALL,
        "envy": 2_000_000,
    }
    (table,) = first["tables"]
    assert (table["table"], table["ended"]) == ("T1", True)
    late = [(entry["type"], entry["day"], entry["of_day"]) for entry in table["late_since"]]
    assert late == [("wager_settled", NEXT_DAY, DAY), ("envy_paid", NEXT_DAY, DAY)]
    (table,) = second["tables"]
    assert (table["ended"], [entry["of_day"] for entry in table["late_here"]]) == (False, [DAY, DAY])
    assert f"T1: late: event {late_seq(second)}, wager_settled, belongs to {DAY}" in narrow(
        floor, "day", NEXT_DAY
    )
    assert "came after its end of day" in narrow(floor, "day", DAY)
    before = ledger(floor.data, "postings", "--table", "T1").out
    assert pitledger("rebuild", "--data", floor.data).code == 0
    assert ledger(floor.data, "postings", "--table", "T1").out == before


def late_seq(document):
    return document["tables"][0]["late_here"][0]["record"]


# --- cash for a link that the table never fed -------------------------------------------------------------


@pytest.fixture
def for_nothing(floor):
    """$250 paid at T1 in the name of a link that it never fed; gives the payment's number."""
    (recorded,) = floor.plays("T1", [3], paid(7, 3, 25_000_000, "MINI", slip="S-1"))
    assert recorded.event.type == "progressive_paid"
    return recorded.seq


def test_it_stands_in_the_table_s_own_book_and_every_report_names_it(floor, for_nothing):
    assert balances(floor) == {("beyond_entitlement", ""): 25_000_000, ("paid", ""): -25_000_000}
    found = ledger(floor.data, "liability").document
    (book,) = found["beyond_entitlement"]
    (payment,) = book["payments"]
    assert (book["book"], payment["link"], payment["payment_seq"], payment["reason"]) == (
        *("table:T1", "MINI"),
        *(for_nothing, "no_award"),
    )
    assert ledger(floor.data, "hits").document["payments_for_no_award"] == [payment]
    (cash,) = day(floor)["cash"]
    assert (cash["book"], cash["table"], cash["beyond_mc"]) == ("table:T1", "T1", 25_000_000)
    called = pitledger("check", "--data", floor.data, "--json")
    assert (called.code, [note["place"] for note in called.document["notes"]]) == (0, ["table:T1"])
    assert "in the book of table:T1" in narrow(floor, "ledger", "hits")


def test_the_same_slip_again_posts_nothing_and_is_named(floor, for_nothing):
    floor.follows(
        "T1", paid(7, 3, 25_000_000, "MINI", slip=" s-1"), paid(7, 3, 25_000_000, "MINI", slip="S-2")
    )

    assert balances(floor)["paid", ""] == -50_000_000
    (repeated,) = ledger(floor.data, "hits").document["repeated_slips"]
    assert (repeated["link"], repeated["amount_mc"]) == ("MINI", 25_000_000)
    assert f"payment {for_nothing} of T1" in repeated["reason"]
    assert "not posted: $250.00" in narrow(floor, "ledger", "hits")


def test_a_slip_so_old_that_it_is_forgotten_is_other_cash_and_can_be_mended(floor):
    """256 slips are remembered: the table's book, and the recorder that finds a payment, forget the same."""
    slips = [*(f"S-{number}" for number in range(257)), "S-0", "S-256"]
    *_, oldest, last = floor.plays("T1", [3], *(paid(7, 3, 1_000, "MINI", slip=slip) for slip in slips))
    assert balances(floor)["beyond_entitlement", ""] == 258 * 1_000
    assert "posted nothing" in mend(floor, "--payment", last.seq, "--recovered").err
    assert mend(floor, "--payment", oldest.seq, "--recovered").code == 0
    assert balances(floor)["beyond_entitlement", ""] == 257 * 1_000


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(1)")
def test_a_fixed_award_that_was_claimed_by_mistake_is_in_the_table_s_book_all_the_same(floor):
    """Five cards win 250 for 1 and no share of a meter: the link refuses the claim, the house has paid."""
    claim = {"seat": 3, "wager": "progressive", "hand": FIVE, "cards": [], "link": "HCF", "leg": 0}
    (_, recorded) = floor.plays("T1", [3], ("progressive_claimed", claim), settled(3, BIG))
    assert balances(floor) == {("fixed_awards", "progressive"): BIG, ("paid", "progressive"): -BIG}
    assert mend(floor, "--payment", recorded.seq, "--recovered", "--amount", "1.00").code == 0


def test_a_claim_that_is_rejected_leaves_the_payment_in_the_table_s_book(floor):
    claim = {"seat": 3, "wager": "progressive", "hand": "six_card_straight_flush", "cards": []}
    before, claimed = floor.plays(
        "T1", [3], settled(3, SMALL), ("progressive_claimed", {**claim, "link": "HCF", "leg": 0})
    )
    no = {"link": "HCF", "leg": 0, "claim_seq": claimed.seq, "seat": 3, "rejected_by": "F-4", "reason": "no"}
    assert balances(floor) == {}
    floor.follows("T1", ("progressive_rejected", no))
    assert balances(floor) == {("fixed_awards", "progressive"): SMALL, ("paid", "progressive"): -SMALL}
    _, (award, *_) = hits(floor)
    assert (award["kind"], award["paid_mc"], award["status"]) == ("fixed_award", SMALL, "paid")
    assert "no longer claimed $15.00" in narrow(floor, "ledger", "hits")
    assert pitledger("check", "--data", floor.data).code == 0
    assert pitledger("rebuild", "--data", floor.data).code == 0
    assert mend(floor, "--payment", before.seq, "--never-happened").code == 0
    assert balances(floor) == {}


# --- mended -----------------------------------------------------------------------------------------------


def test_cash_for_nothing_is_mended_in_parts_and_no_further(floor, for_nothing):
    which = ("--payment", for_nothing)
    back = mend(floor, *which, "--recovered", "--amount", "100.00")
    off = mend(floor, *which, "--written-off")
    again = mend(floor, *which, "--recovered")

    assert (back.code, off.code, again.code) == (0, 0, 1)
    assert back.document["correction"]["found"]["left_mc"] == 25_000_000
    assert "nothing is left of payment" in again.err
    assert balances(floor) == {("house", ""): 15_000_000, ("paid", ""): -15_000_000}
    assert ledger(floor.data, "liability").document["beyond_entitlement"] == []
    (payment,) = ledger(floor.data, "hits").document["payments_for_no_award"]
    assert (payment["recovered_mc"], payment["written_off_mc"]) == (10_000_000, 15_000_000)


def test_a_payment_that_never_happened_frees_its_slip(floor, for_nothing):
    assert mend(floor, "--payment", for_nothing, "--never-happened").code == 0
    floor.follows("T1", paid(7, 3, 30_000_000, "MINI", slip="S-1"))

    assert balances(floor) == {("beyond_entitlement", ""): 30_000_000, ("paid", ""): -30_000_000}


def test_a_fixed_award_that_was_too_much_is_mended(floor):
    (recorded,) = floor.plays("T1", [3], settled(3, BIG))
    called = mend(floor, "--payment", recorded.seq, "--recovered", "--amount", "5.00")

    assert called.code == 0, called.err
    assert called.document["correction"]["found"] == {
        "kind": "fixed_award",
        "wager": "progressive",
        "link": "",
        "left_mc": BIG,
        "covered_mc": 0,
        "decision": "",
    }
    assert balances(floor)["fixed_awards", "progressive"] == BIG - 500_000
    _, (hit,) = hits(floor)
    assert (hit["status"], hit["amount_mc"], hit["paid_mc"]) == ("mended", BIG, BIG - 500_000)
    assert [change["change"] for change in hit["changes"]] == ["recovered"]
    today = [mended for mended in mended_ever(floor) if mended["kind"] == "fixed_award"]
    assert [(each["payment_seq"], each["amount_mc"]) for each in today] == [(recorded.seq, 500_000)]
    assert "recovered $5.00, V-1, signed by" in narrow(floor, "ledger", "hits")


def mended_ever(floor):
    """What was mended, on the day of the wall clock: the command records now."""
    exported = pitledger("export-events", "--stream", "table:T1", "--data", floor.data).out.splitlines()
    return day(floor, exported[-1].split('"gaming_day":"')[1][:10])["mended"]


def test_envy_that_never_happened_is_mended(floor):
    (recorded,) = floor.plays("T1", [3], envy(2, 3, 100_000_000))

    assert mend(floor, "--payment", recorded.seq, "--never-happened").code == 0
    assert balances(floor) == {}
    half = mend(floor, "--payment", recorded.seq, "--recovered")
    assert (half.code, "nothing is left" in half.err) == (1, True)


def test_what_came_back_in_part_did_happen(floor, for_nothing):
    mend(floor, "--payment", for_nothing, "--recovered", "--amount", "1.00")
    called = mend(floor, "--payment", for_nothing, "--never-happened")

    assert called.code == 1
    assert "$1.00 of it came back or is written off, so it did happen" in called.err


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (settled(3, SMALL, wager="ante"), "is the game's own, and in no book"),
        (settled(3), "is wager_settled and pays nothing"),
        (light(3), "is progressive_light_verified and pays nothing"),
        (paid(7, 3, SMALL), "stands in the book of the link HCF: `pitledger link mend HCF --table T1"),
    ],
)
def test_what_is_no_payment_of_the_table_s_book_is_not_mended_there(floor, fact, words):
    (recorded,) = floor.plays("T1", [3], fact)
    called = mend(floor, "--payment", recorded.seq, "--never-happened")

    assert (called.code, called.document["recorded"]) == (1, "record_refused")
    assert words in called.err


def test_what_a_claim_covers_is_its_link_s(floor):
    claim = {"seat": 3, "wager": "progressive", "hand": "six_card_straight_flush", "cards": []}
    claimed = ("progressive_claimed", {**claim, "link": "HCF", "leg": 0})
    before, _, after = floor.plays("T1", [3], settled(3, SMALL), claimed, settled(3, SMALL))

    taken = mend(floor, "--payment", before.seq, "--never-happened")
    covered = mend(floor, "--payment", after.seq, "--never-happened")
    assert f"has taken payment {before.seq} over: its link pays it" in taken.err
    assert f"a claim of its round covers payment {after.seq}" in covered.err


def test_a_slip_that_came_again_has_nothing_to_mend(floor, for_nothing):
    floor.follows("T1", paid(7, 3, 25_000_000, "MINI", slip="S-1"))
    called = mend(floor, "--payment", for_nothing + 1, "--never-happened")

    assert (called.code, f"mend {for_nothing}" in called.err) == (1, True)


def test_a_slip_that_is_free_again_is_another_payment_s(floor, for_nothing):
    """Paid, entered again, found never to have happened, then really paid: the last one stands."""
    floor.follows("T1", paid(7, 3, 25_000_000, "MINI", slip="S-1"))
    mend(floor, "--payment", for_nothing, "--never-happened")
    floor.follows("T1", paid(7, 3, 25_000_000, "MINI", slip="S-1"))

    assert balances(floor) == {("beyond_entitlement", ""): 25_000_000, ("paid", ""): -25_000_000}
    assert mend(floor, "--payment", for_nothing + 1, "--recovered").code == 1
    assert mend(floor, "--payment", for_nothing + 3, "--recovered").code == 0
    assert balances(floor) == {}


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--payment", "999", "--recovered"), 1, "T1 has no event 999"),
        (("--payment", "0", "--recovered"), 1, "T1 has no event 0"),
        (("--payment", "-1", "--recovered"), 2, "write a number from 0 up"),
        (("--payment", "1.5", "--recovered"), 2, "is not a whole number"),
        (("--payment", "1"), 2, "give one of --never-happened, --recovered or --written-off"),
    ],
)
def test_a_call_that_is_wrong_says_so(floor, for_nothing, options, code, words):
    called = mend(floor, *options)

    assert called.code == code
    assert words in called.err
    assert "Traceback" not in called.err


def test_a_table_that_is_mistyped_leaves_no_trace(floor, for_nothing):
    called = mend(floor, "--payment", for_nothing, "--recovered", table="T7")

    assert (called.code, called.document["recorded"]) == (2, None)
    assert pitledger("export-events", "--stream", "table:T7", "--data", floor.data).code == 2


def test_the_two_who_sign_are_of_two_departments(floor, for_nothing):
    same = ("--sign", "S-1:slots", "--sign", "S-2:slots", "--reason", "ours")
    called = mend(floor, "--payment", for_nothing, "--recovered", signed=same)

    assert called.code == 1
    assert "both sign for the same department" in called.err


def test_a_repeat_by_its_id_mends_once(floor, for_nothing):
    which = ("--payment", for_nothing, "--recovered", "--amount", "1.00", "--id", "v-1")
    first, second = mend(floor, *which), mend(floor, *which)

    assert (first.code, second.code, second.document["existed"]) == (0, 0, True)
    assert balances(floor)["beyond_entitlement", ""] == 24_900_000
