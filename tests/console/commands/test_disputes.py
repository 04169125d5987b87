"""A disputed jackpot, as surveillance and a regulator ask about it: what was refused and why, who did what.

678a paytable A at $5. Three wagers make 150,003.45; six cards win 10 %, floored: 15,000.34.
"""

import pytest

from console.findings.shown import parts_of_cents
from console.printing.lines import WIDTH
from tests.console.accounting_floor import (
    CARDS,
    SEVEN,
    SIX,
    Floor,
    claims,
    envy,
    ledger,
    paid,
    rejected,
    settled,
    validated,
)
from tests.console.calling import pitledger

AWARD = 1_500_034_000
WAGER = {"seat": 2, "wager": "progressive", "amount_mc": 500_000, "instrument": "value_chip"}
SIX_CARDS = CARDS[SIX].split()


@pytest.fixture
def floor(tmp_path):
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    return floor


def claims_in_a_round(floor, *more):
    """Seats 1, 3 and 5 wager; the numbers of the claims."""
    return [recorded.seq for recorded in floor.plays("T1", [1, 3, 5], *more)]


def narrow(floor, *args):
    """What people see; no line is too long."""
    out = pitledger(*args, "--data", floor.data).out
    assert [line for line in out.splitlines() if len(line) > WIDTH] == []
    return out


# --- claims that were refused -----------------------------------------------------------------------------


def test_hits_say_which_claims_were_refused_and_why(floor):
    first, other_hand, no_wager, again = claims_in_a_round(
        floor,
        claims(3, SIX, cards=SIX_CARDS),
        claims(5, SEVEN, cards=SIX_CARDS),
        claims(4, SIX, cards=SIX_CARDS),
        claims(3, SIX, cards=SIX_CARDS),
    )

    found = ledger(floor.data, "hits").document
    refused = {each["claim_seq"]: each for each in found["refused_claims"]}
    assert [hit["claim_seq"] for hit in found["hits"]] == [first]
    assert list(refused) == [other_hand, no_wager, again]
    assert (refused[other_hand]["seat"], refused[other_hand]["hand"]) == (5, SEVEN)
    assert (refused[other_hand]["round"], refused[other_hand]["badge"]) == ("T1-1", "D-1")
    assert SIX in refused[other_hand]["reason"]
    assert "no accepted progressive wager" in refused[no_wager]["reason"]
    assert f"claim {first}" in refused[again]["reason"]
    shown = narrow(floor, "ledger", "hits")
    assert f"seat 3, round T1-1, claim {first}: locked" in shown
    assert f"claim refused: {SEVEN} at T1 seat 5, round T1-1, claim {other_hand} of HCF, by D-1" in shown
    assert "seat 4 has no accepted progressive wager in this round" in shown


def test_cash_for_a_refused_claim_names_the_claim(floor):
    (refused,) = claims_in_a_round(floor, claims(4, SIX, cards=SIX_CARDS))
    floor.follows("T1", paid(refused, 4, 1_500_000_000, slip="S-2"))

    shown = narrow(floor, "ledger", "hits")
    assert f"seat 4, slip S-2, claim {refused}, in the book of HCF" in shown
    assert f"round T1-1, claim {refused} of HCF, by D-1" in shown


def test_a_claim_of_a_table_that_never_fed_the_link_was_answered_by_nobody(floor):
    floor.opens_link("MINI")
    (stray,) = claims_in_a_round(floor, claims(3, SIX, "MINI", cards=SIX_CARDS))

    (claim,) = ledger(floor.data, "hits").document["refused_claims"]
    assert (claim["claim_seq"], claim["link"], claim["reason"]) == (stray, "MINI", None)
    assert "no answer: T1 never fed MINI, so the link was not asked" in narrow(floor, "ledger", "hits")


def test_a_claim_of_another_span_or_link_is_not_listed(floor):
    claims_in_a_round(floor, claims(4, SIX, cards=SIX_CARDS))
    floor.opens_link("MINI")

    for args in (("--link", "MINI"), ("--from", "2026-03-02"), ("--to", "2026-02-28")):
        assert ledger(floor.data, "hits", *args).document["refused_claims"] == []


# --- a dealer's hand --------------------------------------------------------------------------------------


def test_a_shared_award_says_which_seat_was_paid_and_what_each_is_owed(tmp_path):
    """Three wagers of $5 on the dealer's hand: 50,001.95, and a straight flush wins 10 %: 5,000.19 in three
    shares of 1,666.73. Seat 1 is paid the whole, seat 2 a dollar short, seat 4 has left."""
    floor = Floor(tmp_path / "floor")
    floor.opens_five_card()
    bonus = {"wager": "fchb_dealer", "amount_mc": 500_000, "instrument": "electronic"}
    cards = "9h 8h 7h 6h 5h"
    claim = claims(
        1, "straight_flush", "FC", wager="fchb_dealer", cards=cards.split(), sharing_seats=[1, 2, 4]
    )
    wagers = [("wager_placed", {"seat": seat, **bonus}) for seat in (1, 2, 4)]
    facts = [("round_opened", {"dealer": "D-1"}), *wagers, ("bets_closed", {"legs": []}), claim]
    seq = floor.say("table:T9", *facts, round_="T9-1")[-1].seq
    floor.say("table:T9", validated(seq, 1, "FC", cards), round_="T9-1")
    floor.say("table:T9", paid(seq, 1, 500_019_000, "FC", slip="S-1"), round_="T9-1")
    floor.say("table:T9", paid(seq, 2, 166_573_000, "FC", slip="S-2"), round_="T9-1")

    shown = narrow(floor, "ledger", "hits")
    assert "paid $5,000.19 to seat 1 by C-1 (cage, slip S-1)" in shown
    assert "settles $1,666.73, beyond entitlement $3,333.46 (too much)" in shown
    assert "paid $1,665.73 to seat 2 by C-1 (cage, slip S-2)" in shown
    whose = "T9 seat 2 ($1.00), seat 4 ($1,666.73)"
    assert f"FC: $1,667.73 of $5,000.19 to {whose} for straight_flush" in " ".join(
        narrow(floor, "ledger", "liability").split()
    )
    assert f"owed $1,667.73 to {whose}" in " ".join(pitledger("meters", "--data", floor.data).out.split())
    (link,) = ledger(floor.data, "liability").document["links"]
    assert link["awards"][0]["owed"] == [
        {"seat": 2, "amount_mc": 100_000},
        {"seat": 4, "amount_mc": 166_673_000},
    ]


# --- a round ----------------------------------------------------------------------------------------------


def test_a_round_says_which_steps_of_an_award_were_refused(floor):
    first, other_hand = claims_in_a_round(
        floor, claims(3, SIX, cards=SIX_CARDS), claims(5, SEVEN, cards=SIX_CARDS)
    )
    cash = paid(first, 3, AWARD, slip="S-1")
    floor.follows("T1", validated(first, 3, cards=CARDS[SIX]), cash, cash)

    shown = pitledger("round", "T1-1", "--timeline", "--data", floor.data).out
    seats, timeline = shown.partition("\n\n")[0], shown.rpartition("\n\n")[2]
    assert f"award claimed {SEVEN} (event {other_hand})" in seats
    assert f"award paid $15,000.34, slip S-1, claim {first} (event {first + 3})" in seats
    assert seats.count("refused: slip S-1 is that of payment") == 1
    assert seats.count("refused: ") == 2
    assert [line for line in seats.splitlines() if len(line) > WIDTH] == []
    assert f"made {SIX}, " in " ".join(timeline.split())
    assert "(" not in timeline
    seat_5 = pitledger("round", "T1-1", "--data", floor.data, "--json").document["seats"][-1]
    assert SIX in seat_5["awards"][0]["refused"]


# --- what became of an award ------------------------------------------------------------------------------


def void(*seats):
    legs = [{"link": "HCF", "leg": 0, "seats": list(seats)}]
    ruling = {"reason": "eight cards dealt", "section": "678a.13(c)", "ruled_by": "F-2"}
    return "round_voided", {**ruling, "legs": legs}


def test_a_returned_award_says_who_voided_its_round_and_what_became_of_the_cash(floor):
    (claim,) = claims_in_a_round(floor, claims(3, SIX, cards=SIX_CARDS))
    cash = paid(claim, 3, AWARD, slip="S-1")
    floor.follows("T1", validated(claim, 3, cards=CARDS[SIX]), cash, void(1, 3, 5))
    which = ("link", "mend", "HCF", "--table", "T1", "--payment", claim + 2, "--data", floor.data)
    signed = ("--sign", "S-1:slots", "--sign", "A-2:accounting")
    part = ("--recovered", "--amount", "11000.00", "--document", "V-1", "--reason", "half came back")
    rest = ("--written-off", "--document", "V-2", "--reason", "left the country")
    assert pitledger(*which, *part, *signed).code == 0
    assert pitledger(*which, *rest, *signed).code == 0

    shown = narrow(floor, "ledger", "hits")
    assert "returned $15,000.34, ruled void by F-2: eight cards dealt" in shown
    assert f"payment {claim + 2}: recovered $11,000.00, written off $4,000.34" in shown
    assert "recovered $11,000.00, V-1, signed by S-1, A-2: half came back" in shown
    assert "written off $4,000.34, V-2, signed by S-1, A-2: left the country" in shown
    today = pitledger("day", "2026-03-01", "--data", floor.data, "--json").document
    assert today["beyond_after"] == [{"book": "HCF", "amount_mc": AWARD}]
    assert "Beyond entitlement after the day: HCF $15,000.34" in narrow(floor, "day", "2026-03-01")
    (hit,) = ledger(floor.data, "hits").document["hits"]
    assert [(each["change"], each["amount_mc"], each["document"]) for each in hit["changes"]] == [
        ("voided", AWARD, ""),
        ("recovered", 1_100_000_000, "V-1"),
        ("written_off", AWARD - 1_100_000_000, "V-2"),
    ]


def test_an_award_that_was_corrected_says_from_what_and_because_of_which_claim(floor):
    """Two wagers: 150,002.30, all of it won, and the reserve of 50 cents is left: a tenth is five cents.
    The first is rejected: 150,002.30 are there again, and a tenth is 15,000.23."""
    floor.opens_table("T2")
    floor.plays("T1", [3])
    bets = (("round_opened", {"dealer": "D-1"}), ("wager_placed", WAGER), ("bets_closed", {"legs": []}))
    floor.say("table:T2", *bets, round_="T2-1")
    (first,) = floor.say("table:T1", claims(3, SEVEN, cards=CARDS[SEVEN].split()), round_="T1-1")
    (second,) = floor.say("table:T2", claims(2, SIX, cards=SIX_CARDS), round_="T2-1")
    floor.say("table:T2", validated(second.seq, 2, cards=CARDS[SIX]), round_="T2-1")
    floor.say("table:T1", rejected(first.seq, 3), round_="T1-1")

    shown = narrow(floor, "ledger", "hits")
    because = f"because claim {first.seq} of T1 was returned"
    assert f"corrected from $0.05 to $15,000.23, {because}" in " ".join(shown.split())
    assert "round T2-1, claim 5: locked, to be validated again" in " ".join(shown.split())
    (change,) = ledger(floor.data, "hits").document["hits"][1]["changes"]
    assert (change["change"], change["before_mc"], change["amount_mc"]) == ("corrected", 5_000, 1_500_023_000)


# --- a day ------------------------------------------------------------------------------------------------


def test_a_day_says_which_wagers_fed_nothing_because_of_the_guard(tmp_path):
    """Three wagers of $5 where a round can stake $10: they win, and two people have to sign what they add."""
    floor = Floor(tmp_path / "floor")
    floor.opens_link(guard_mc=1_000_000)
    floor.opens_table("T1")
    floor.plays("T1", [1, 3, 5])

    shown = narrow(floor, "day", "2026-03-01")
    why = "$15.00 in one round is unreasonable, $10.00 is the most that can be"
    assert f"contribution refused: event 6 of T1: {why}" in " ".join(shown.split())
    (refused,) = pitledger("day", "2026-03-01", "--data", floor.data, "--json").document["links"][0][
        "refused"
    ]
    assert (refused["attempted"], refused["source"]) == ("contribution", "table:T1#6")
    assert why in refused["reason"]
    assert "refused" not in narrow(floor, "day", "2026-03-02")


def test_a_payment_outside_of_every_round_names_none(floor):
    floor.say("table:T1", paid(1, 3, 100_000, slip="S-1"))

    assert "slip S-1\n" in narrow(floor, "ledger", "liability")


# --- a week -----------------------------------------------------------------------------------------------


def test_hits_end_with_sums_that_the_trial_balance_has_too(floor):
    """An award of $15,000.34 paid a dollar short, a fixed award of $15, envy of $10, $20 for nothing. Of the
    fixed award $2 came back, and $3 are written off: the player has $13 of it."""
    claim, fixed, _ = claims_in_a_round(
        floor, claims(3, SIX, cards=SIX_CARDS), settled(5, 1_500_000), envy(1, 3, 1_000_000)
    )
    floor.follows("T1", validated(claim, 3, cards=CARDS[SIX]), paid(claim, 3, AWARD - 100_000, slip="S-1"))
    floor.follows("T1", paid(claim, 4, 2_000_000, slip="S-2"))

    which = ("link", "mend-table", "T1", "--payment", fixed, "--document", "V-1", "--data", floor.data)
    signed = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "a chip too many")
    assert pitledger(*which, "--recovered", "--amount", "2.00", *signed).code == 0
    assert pitledger(*which, "--written-off", "--amount", "3.00", *signed).code == 0

    totals = ledger(floor.data, "hits").document["totals"]
    assert [tuple(each.values()) for each in totals] == [
        ("meter", "HCF", "progressive", 1, AWARD, AWARD + 1_900_000, 100_000),
        ("fixed_award", "", "", 1, 1_500_000, 1_300_000, 0),
        ("envy", "", "", 1, 1_000_000, 1_000_000, 0),
    ]
    accounts = ledger(floor.data, "trial").document["accounts"]
    in_books = -sum(each["balance_mc"] for each in accounts if each["account"] == "paid")
    assert sum(each["paid_mc"] for each in totals) == in_books == AWARD + 4_200_000
    assert ledger(floor.data, "hits", "--link", "HCF").code == 1  # a part is paid, without light and papers
    shown = narrow(floor, "ledger", "hits")
    assert shown.splitlines()[-1].split() == ["total", "3", "$15,025.34", "$15,042.34", "$1.00"]
    assert "written off $3.00, V-1, signed by S-1, A-2: a chip too many" in shown


# --- the verdict on a round -------------------------------------------------------------------------------


def settled_as(outcome, wager, stake_mc, returned_mc=0, paid_mc=0):
    """How a wager of seat 3 ended."""
    fields = {"seat": 3, "wager": wager, "outcome": outcome, "stake_mc": stake_mc, "paid_from": None}
    return "wager_settled", {**fields, "returned_mc": returned_mc, "paid_mc": paid_mc}


@pytest.mark.parametrize("answer", ["rejected", "refused"])
def test_verdict_and_finding_agree_on_an_award_that_was_not_owed_and_paid(floor, answer):
    """Seat 3 folds six hearts in sequence. Its claim is sent back, or names a hand that the cards do not make
    and is refused by the link: nothing is owed, and $15,000.11 are paid."""
    dollar = 100_000
    placed = {"seat": 3, "instrument": "value_chip"}
    hand = SIX if answer == "rejected" else SEVEN
    floor.say(
        "table:T1",
        ("round_opened", {"dealer": "D-1"}),
        ("wager_placed", {**placed, "wager": "ante", "amount_mc": 10 * dollar}),
        ("wager_placed", {**placed, "wager": "progressive", "amount_mc": 5 * dollar}),
        ("bets_closed", {"legs": []}),
        *(("card_dealt", {"to": "seat", "seat": 3, "position": at}) for at in range(1, 8)),
        *(("card_dealt", {"to": "dealer", "position": at}) for at in range(1, 8)),
        ("decision_made", {"seat": 3, "action": "fold", "at": "deal", "wager": None, "amount_mc": 0}),
        settled_as("lose", "ante", 10 * dollar),
        ("hand_revealed", {"hand": "seat", "seat": 3, "cards": SIX_CARDS}),
        round_="T1-1",
    )
    (claim,) = floor.say("table:T1", claims(3, hand, cards=SIX_CARDS), round_="T1-1")
    if answer == "rejected":
        floor.say("table:T1", rejected(claim.seq, 3), round_="T1-1")
    floor.say(
        "table:T1",
        paid(claim.seq, 3, 1_500_011_000, slip="S-1"),
        settled_as("win", "progressive", 5 * dollar, paid_mc=1_500_011_000),
        ("round_closed", {"rack_cards": 52}),
        round_="T1-1",
    )

    document = pitledger("round", "T1-1", "--data", floor.data, "--json").document
    (row,) = [row for row in document["verdict"] if row["wager"] == "progressive"]
    assert (row["due_cents"], row["done_cents"], row["difference_cents"]) == (0, 1_500_011, 1_500_011)
    found = [each for each in document["findings"] if each["id"] in {"A23", "R05"}]
    assert [(each["due_cents"], each["done_cents"]) for each in found] == [(0, 1_500_011)]


def test_scripts_get_whole_cents_and_the_exact_amount_beside_them():
    """A millicent too much of $20.00: one cent in whole ones, away from zero."""
    assert parts_of_cents(due=2_000_000, done=2_000_001, difference=1) == {
        "done_mc": "2000.001",
        "difference_mc": "0.001",
    }
    assert parts_of_cents(due=None, done=0, difference=-1_500) == {"difference_mc": "-1.500"}
