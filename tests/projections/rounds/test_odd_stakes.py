"""Stakes that a description cannot say: left behind after a decision, of another amount than the chapter has,
or beside a wager about which the text is silent. Worked out by hand."""

import pytest

from projections.rounds.verdict import Known, judge
from tests.projections.rounds.irregular_games import GAMES
from tests.projections.rounds.played import HCF, Told

CENT = 1_000
STAYS, LEAVES, DEALER = "As Ks 9s 8s 5c 3h 7c", "Ad Kd 9d 2d 5d 3c 7h", "Qh Jh Th 2c 3s 4d 6s"
EXPOSED = {"hand": "dealer", "position": 1, "card": None}
TEXAS = GAMES["texas_holdem_bonus"]
NO_METERS = {"progressive": 0, "five_card": 0}


def rows(told, terms=HCF, meters=NO_METERS):
    return {(row.seat, row.wager): row for row in judge(told.view, Known(terms, meters=meters)).rows}


def one_leaves_after_a_raise(dealer=DEALER, *, exposed=False):
    """Seat 1 raises and leaves; seat 2 stays."""
    told = Told().wagers(1, ante=1_000).wagers(2, ante=1_000).says("bets_closed", legs=[])
    told.deals(1, LEAVES, shown=False).deals(2, STAYS, shown=False).deals(None, dealer, shown=False)
    told.decides(1, "raise", wager="raise", cents=1_000)
    for wager in ("ante", "raise"):
        told.says("wager_abandoned", seat=1, wager=wager, amount_mc=1_000 * CENT)
    if exposed:
        told.says("card_exposed", **EXPOSED)
    told.decides(2, "raise", wager="raise", cents=1_000)
    told.says("hand_revealed", hand="dealer", cards=dealer.split())
    return told.says("hand_revealed", hand="seat", seat=2, cards=STAYS.split())


@pytest.mark.reg("58 Pa. Code §§ 678a.7(b), 678a.13(c), 678a.13(d)")
@pytest.mark.parametrize(
    ("round_", "section"),
    [
        (lambda: one_leaves_after_a_raise(f"{DEALER} 8c").voids("678a.13(c)"), "678a.13(c)"),
        (lambda: one_leaves_after_a_raise(exposed=True).closes(), "678a.13(d)"),
    ],
)
def test_a_raise_that_was_left_behind_goes_back_with_its_ante(round_, section):
    """ "All wagers", and "all Ante and Raise Wagers", shall be returned: whoever is there to take them."""
    found = rows(round_())

    for place in ((1, "ante"), (1, "raise"), (2, "ante"), (2, "raise")):
        assert (found[place].due_cents, found[place].section) == (1_000, section), place
    assert found[1, "raise"].hand == "void"


@pytest.mark.reg("58 Pa. Code § 678a.7(b)")
def test_a_raise_that_was_left_behind_is_lost_with_its_ante():
    found = rows(one_leaves_after_a_raise().closes())

    for wager in ("ante", "raise"):
        row = found[1, wager]
        assert (row.due_cents, row.section, row.hand) == (0, "678a.7(b)", "left behind")
    assert found[2, "raise"].due_cents == 2_000  # four spades beat three hearts


def test_what_goes_with_a_wager_is_left_to_the_house_as_that_is():
    """647a.13(d) says nothing of Progressive and Five Card wagers, so nothing of envy and Magic Card."""
    told = Told().wagers(1, **TEXAS.wagers).wagers(2, ante=1_000, progressive=100)
    told.says("bets_closed", legs=[]).says("magic_card_drawn", card="Ks", device="EW-1")
    told.deals(1, TEXAS.cards).deals(2, "5d 6d", shown=False).deals(None, TEXAS.dealer, shown=False)
    told.says("card_exposed", **EXPOSED)
    told.says("community_cards_revealed", street="flop", cards=TEXAS.board.split()[:3])
    told.settles(1, "fchb_player_magic", "win", paid=10_000)
    told.says("envy_paid", seat=1, holder_seat=2, hand="straight_flush", amount_mc=30_000 * CENT)
    found = rows(told.voids("647a.13(d)"), TEXAS.terms)

    for wager in ("fchb_player", "fchb_player_magic", "progressive", "envy_bonus"):
        assert not found[1, wager].judged, wager
        assert "the rule is silent" in found[1, wager].why
    assert (found[1, "ante"].due_cents, found[1, "bonus"].due_cents) == (1_000, 5_500)


def texas(flop, cards=TEXAS.cards, **wagers):
    told = Told().wagers(1, ante=1_000, **wagers).says("bets_closed", legs=[])
    told.deals(1, cards).deals(None, TEXAS.dealer)
    told.decides(1, "play", wager="flop", cents=flop, at="preflop")
    board = TEXAS.board.split()
    told.says("community_cards_revealed", street="flop", cards=board[:3])
    return told.says("community_cards_revealed", street="turn_and_river", cards=board[3:])


@pytest.mark.reg("58 Pa. Code § 647a.11(b)")
def test_a_flop_wager_that_wins_and_is_not_twice_the_ante_is_left_to_the_house():
    """Ten dollars ante and thirty on the Flop: what 1 to 1 of that pays no text says."""
    found = rows(texas(3_000).settles(1, "flop", "win", returned=3_000, paid=3_000).closes(), TEXAS.terms)

    assert not found[1, "flop"].judged
    assert "$30.00 was wagered instead of $20.00" in found[1, "flop"].why
    assert found[1, "ante"].due_cents == 1_000


@pytest.mark.parametrize(
    ("cards", "void", "due"),
    [
        ("7h 9s", False, 3_000),  # nines and sevens like the dealer's, with the two: all goes back
        ("5c 3h", False, 0),
        (TEXAS.cards, True, 3_000),
    ],
)
def test_a_flop_wager_of_another_amount_goes_back_whole_or_is_lost(cards, void, due):
    board_card = {"to": "community", "position": 6, "card": "8d"}
    told = texas(3_000, cards)
    told = told.says("card_dealt", **board_card) if void else told
    found = rows(told.closes(), TEXAS.terms)

    assert found[1, "flop"].due_cents == due


def test_a_bonus_whose_cards_nobody_knows_does_not_keep_the_contest_from_being_judged():
    """Three kings beat two pair whatever the Six Card Bonus cards were."""
    found = rows(texas(2_000, six_card_bonus=500).closes(), TEXAS.terms)

    assert (found[1, "ante"].due_cents, found[1, "flop"].due_cents) == (1_000, 4_000)
    assert not found[1, "six_card_bonus"].judged


def test_an_ante_that_goes_back_does_so_whoever_has_seen_the_cards():
    told = Told().wagers(1, ante=1_000, flush_bonus=500).says("bets_closed", legs=[])
    told.deals(1, LEAVES, shown=False).deals(None, DEALER, shown=False).says("card_exposed", **EXPOSED)
    found = rows(told.settles(1, "ante", "void", returned=1_000).voids("678a.13(d)"))

    assert (found[1, "ante"].due_cents, found[1, "ante"].section) == (1_000, "678a.13(d)")
    assert not found[1, "flush_bonus"].judged


def test_a_share_of_a_meter_is_not_judged_without_those_who_draw_on_it_too():
    """Two backed the dealer's straight flush; how it is divided is not known of one of them alone."""
    told = Told().wagers(1, ante=1_000, fchb_dealer=500)
    told.wagers(2, ante=1_000, fchb_dealer=500, six_card_bonus=500).says("bets_closed", legs=[])
    told.deals(1, "As Ah").deals(2, "Ac Kd").deals(None, "7s 8s")
    for seat in (1, 2):
        told.decides(seat, "play", wager="flop", cents=2_000, at="preflop")
    told.says("community_cards_revealed", street="flop", cards=["9s", "Ts", "Js"])
    told.says("community_cards_revealed", street="turn_and_river", cards=["2h", "3d"])
    found = rows(told.closes(), TEXAS.terms, {"five_card": 10_000_000})

    assert not found[1, "fchb_dealer"].judged
    assert not found[2, "fchb_dealer"].judged
