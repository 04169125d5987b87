"""Every irregularity of x.13 and every wrong count of the stub (x.8–x.10), in every game: what the text says
of each wager, by the events alone, whether or not anybody called it. `irregular_games` works out the amounts.
"""

import pytest

from games import rulebook
from projections.rounds.verdict import Known, judge
from tests.projections.rounds.irregular_games import GAMES, due, rows_of
from tests.projections.rounds.played import Told

EVERY = sorted(GAMES)
FACE_UP = ("card_found_face_up", {"card": None, "place": "shoe"})
EXPOSED = ("card_exposed", {"hand": "dealer", "position": 1, "card": None})
DRAWN = ("card_drawn_in_error", {"card": None, "exposed": False})
JAMMED = {"device": "AS-1", "kind": "automated_shoe", "during": "deal"}
FAILED = ("device_failed", {"device": "AS-1", "kind": "automated_shoe", "problem": "it does not dispense"})
STUBS = {
    "high_card_flush": {
        "manual_shoe": "678a.8(h)",
        "hand": "678a.9(f)",
        "automated_shoe": "678a.10(f)",
    },
    "heads_up_holdem": {"manual_shoe": "677a.8(g)", "hand": "677a.9(f)", "automated_shoe": "677a.10(f)"},
    "five_card_hi_lo": {"manual_shoe": "663a.8(h)", "hand": "663a.9(f)", "automated_shoe": "663a.10(f)"},
    "texas_holdem_bonus": {"manual_shoe": "647a.8(h)", "hand": "647a.9(h)", "automated_shoe": "647a.10(f)"},
    "three_card_prime": {"manual_shoe": "679a.8(g)", "hand": "679a.9(f)", "automated_shoe": "679a.10(f)"},
}
"""Where each chapter says what a wrong count of the stub does, read off the texts."""


def section(game, letter):
    return f"{GAMES[game].chapter}.13({letter})"


def all_returned(game, rows, letter):
    """Whether every wager goes back by that subsection."""
    assert due(rows) == GAMES[game].staked
    assert {row.section for row in rows.values()} == {section(game, letter)}


def only_bonuses_stand(game, rows, letter, *, stands=None):
    """Whether the wagers in `standing` are settled and the others go back; silent ones are not judged."""
    example = GAMES[game]
    standing = example.standing if stands is None else {name: example.standing[name] for name in stands}
    for wager, row in rows.items():
        if wager in standing:
            assert row.due_cents == standing[wager], wager
        else:
            assert (row.due_cents, row.section) == (example.staked[wager], section(game, letter)), wager


@pytest.mark.parametrize("game", EVERY)
def test_a_round_in_which_nothing_went_wrong(game):
    assert due(rows_of(game)) == GAMES[game].played


# (a) Cards found face up


@pytest.mark.reg("58 Pa. Code §§ 647a.13(a), 663a.13(a), 677a.13(a), 678a.13(a), 679a.13(a)")
@pytest.mark.parametrize("game", EVERY)
def test_one_card_found_face_up_is_not_used_and_the_round_goes_on(game):
    assert due(rows_of(game, before_deal=[FACE_UP])) == GAMES[game].played


@pytest.mark.reg("58 Pa. Code §§ 647a.13(a), 663a.13(a), 677a.13(a), 678a.13(a), 679a.13(a)")
@pytest.mark.parametrize("game", EVERY)
def test_two_cards_found_face_up_void_all_hands_although_the_round_went_on(game):
    all_returned(game, rows_of(game, before_deal=[FACE_UP, FACE_UP]), "a")


@pytest.mark.reg("58 Pa. Code §§ 663a.13(a), 678a.13(a), 679a.13(a)")
@pytest.mark.parametrize("game", ["five_card_hi_lo", "high_card_flush", "three_card_prime"])
def test_two_cards_face_up_late_in_the_deal_void_everything_where_no_bonus_is_excepted(game):
    all_returned(game, rows_of(game, dealt=[FACE_UP, FACE_UP]), "a")


@pytest.mark.reg("58 Pa. Code §§ 647a.13(a), 677a.13(a)")
@pytest.mark.parametrize(
    ("game", "stands"), [("texas_holdem_bonus", ["bonus"]), ("heads_up_holdem", ["pocket_bonus"])]
)
@pytest.mark.parametrize("first", ["before_deal", "dealt"])
def test_two_cards_face_up_after_the_initial_two_leave_the_bonus_on_them(game, stands, first):
    """The second card is what makes the hands void: when it is found decides."""
    found = (
        {"dealt": [FACE_UP, FACE_UP]} if first == "dealt" else {"before_deal": [FACE_UP], "dealt": [FACE_UP]}
    )
    only_bonuses_stand(game, rows_of(game, **found), "a", stands=stands)


def called(kind, by):
    """An irregularity that was called, and no card found face up was recorded."""
    fields = {"kind": kind, "seats": [], "cards": [], "called_by": by, "text": "seen"}
    return "irregularity_called", fields


@pytest.mark.reg("58 Pa. Code §§ 647a.13(a), 677a.13(a)")
@pytest.mark.parametrize(
    ("game", "stands"), [("texas_holdem_bonus", ["bonus"]), ("heads_up_holdem", ["pocket_bonus"])]
)
@pytest.mark.parametrize("called_so", [True, False])
def test_cards_face_up_that_were_only_called_are_of_the_moment_at_which_they_were(game, stands, called_so):
    """By the plain name of the kind, or by a void that names the section and nothing else."""
    book = GAMES[game].chapter
    rows = rows_of(
        game,
        dealt=[called("face_up_multiple", "D-1")] if called_so else [],
        end=lambda told: told.voids(f"{book}.13(a)"),
    )
    only_bonuses_stand(game, rows, "a", stands=stands)


@pytest.mark.reg("58 Pa. Code §§ 647a.13(a), 663a.13(a), 677a.13(a), 678a.13(a), 679a.13(a)")
@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("kind", ["face_up_multiple", "face_up_multiple_early"])
def test_cards_face_up_that_were_called_before_the_deal_void_all_hands_by_whatever_name(game, kind):
    all_returned(game, rows_of(game, before_deal=[called(kind, "D-1")]), "a")


# (b) A card drawn in error


@pytest.mark.reg("58 Pa. Code §§ 647a.13(b), 663a.13(b), 677a.13(b), 678a.13(b), 679a.13(b)")
@pytest.mark.parametrize("game", EVERY)
def test_a_card_drawn_in_error_unseen_changes_nothing(game):
    assert due(rows_of(game, before_deal=[DRAWN])) == GAMES[game].played


# (c) A wrong number of cards


@pytest.mark.reg("58 Pa. Code §§ 647a.13(c), 663a.13(c), 677a.13(c), 678a.13(c), 679a.13(c)")
@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("whose", ["cards", "dealer"])
@pytest.mark.parametrize("more", [True, False])
def test_a_hand_with_a_card_too_many_or_too_few_voids_all_hands(game, whose, more):
    right = getattr(GAMES[game], whose)
    spare = "8d 6h" if game == "three_card_prime" else "8d"
    fewer = right.rsplit(" ", 2 if (game, whose) == ("three_card_prime", "cards") else 1)[0]
    wrong = f"{right} {spare}" if more else fewer
    all_returned(game, rows_of(game, **{whose: wrong}), "c")


@pytest.mark.reg("58 Pa. Code §§ 647a.13(c), 677a.13(c)")
@pytest.mark.parametrize("game", ["texas_holdem_bonus", "heads_up_holdem"])
@pytest.mark.parametrize("cards", [4, 6])
def test_a_board_of_a_wrong_number_voids_all_hands(game, cards):
    board = f"{GAMES[game].board} 8d".split()[:cards]
    all_returned(game, rows_of(game, board=" ".join(board)), "c")


# (d) A card of the dealer's exposed


@pytest.mark.reg("58 Pa. Code §§ 677a.13(d), 678a.13(d), 679a.13(d)")
@pytest.mark.parametrize("game", ["heads_up_holdem", "high_card_flush", "three_card_prime"])
@pytest.mark.parametrize("decides", [True, False])
def test_an_exposed_card_returns_the_contest_and_leaves_the_bonuses(game, decides):
    rows = rows_of(game, dealt=[EXPOSED], decides=decides)
    only_bonuses_stand(game, rows, "d")


@pytest.mark.reg("58 Pa. Code § 647a.13(d)")
def test_an_exposed_card_in_647a_leaves_the_bonus_and_is_silent_about_three_others():
    rows = rows_of("texas_holdem_bonus", dealt=[EXPOSED])
    silent = {wager for wager, row in rows.items() if not row.judged}
    assert silent == {"progressive", "six_card_bonus", "fchb_player"}
    assert all("rule is silent" in rows[wager].why for wager in silent)
    judged = {wager: row for wager, row in rows.items() if wager not in silent}
    only_bonuses_stand("texas_holdem_bonus", judged, "d")


@pytest.mark.reg("58 Pa. Code §§ 677a.13(d), 678a.13(d)")
@pytest.mark.parametrize("game", ["heads_up_holdem", "high_card_flush"])
def test_a_card_exposed_when_everybody_has_decided_changes_nothing(game):
    assert due(rows_of(game, decided=[EXPOSED])) == GAMES[game].played


@pytest.mark.reg("58 Pa. Code § 679a.13(d)")
def test_in_679a_a_card_exposed_before_the_dealer_reveals_counts_whoever_has_decided():
    only_bonuses_stand("three_card_prime", rows_of("three_card_prime", decided=[EXPOSED]), "d")


@pytest.mark.reg("58 Pa. Code § 679a.13(d)")
def test_in_679a_a_card_exposed_after_the_reveal_changes_nothing():
    assert due(rows_of("three_card_prime", shown=[EXPOSED])) == GAMES["three_card_prime"].played


@pytest.mark.reg("58 Pa. Code § 663a.13")
def test_663a_is_silent_about_an_exposed_card_and_the_verdict_names_the_switch():
    """No subsection foresees it: the round goes on, unless the house rules otherwise."""
    rows = rows_of("five_card_hi_lo", dealt=[EXPOSED])
    assert due(rows) == GAMES["five_card_hi_lo"].played
    assert all("exposed_dealer_card" in rows[wager].depends_on for wager in ("ante", "play"))


# (e), (f), (g) Devices; the letters of 663a are one earlier


@pytest.mark.reg("58 Pa. Code §§ 647a.13(e), 663a.13(d), 677a.13(e), 678a.13(e), 679a.13(e)")
@pytest.mark.parametrize("game", EVERY)
def test_a_shuffler_that_jams_is_a_matter_of_the_next_shuffle(game):
    jam = ("device_jammed", {"device": "SH-1", "kind": "shuffler", "during": "shuffle"})
    assert due(rows_of(game, dealt=[jam])) == GAMES[game].played


@pytest.mark.reg("58 Pa. Code §§ 647a.13(f), 663a.13(e), 677a.13(f), 678a.13(f), 679a.13(f)")
@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("kind", ["automated_shoe", "reshuffling_shoe"])
def test_a_shoe_that_jams_while_it_deals_voids_the_round_although_it_went_on(game, kind):
    rows = rows_of(game, dealt=[("device_jammed", {**JAMMED, "kind": kind})])
    all_returned(game, rows, "e" if game == "five_card_hi_lo" else "f")


@pytest.mark.reg("58 Pa. Code §§ 647a.13(g), 663a.13(f), 677a.13(g), 678a.13(g), 679a.13(g)")
@pytest.mark.parametrize("game", EVERY)
def test_a_device_that_fails_between_deals_changes_no_wager(game):
    marked = ("device_marked_out_of_order", {"device": "AS-1", "kind": "automated_shoe", "marked": "sign"})
    assert due(rows_of(game, decided=[FAILED, marked])) == GAMES[game].played


# The count of the stub


@pytest.mark.reg(
    "58 Pa. Code §§ 647a.8(h), 647a.9(h), 647a.10(f), 663a.8(h), 663a.9(f), 663a.10(f), 677a.8(g), "
    "677a.9(f), 677a.10(f), 678a.8(h), 678a.9(f), 678a.10(f), 679a.8(g), 679a.9(f), 679a.10(f)"
)
@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("dealing", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize(("deck_cards", "misdealt"), [(51, False), (53, False), (52, True), (51, True)])
def test_a_wrong_count_of_the_stub_voids_all_hands_by_the_section_of_how_it_was_dealt(
    game, dealing, deck_cards, misdealt
):
    counted = {"deck": "red", "stub_cards": 20, "deck_cards": deck_cards, "misdealt": misdealt}
    rows = rows_of(game, dealt=[("stub_counted", counted)], dealing=dealing)

    assert due(rows) == GAMES[game].staked
    assert {row.section for row in rows.values()} == {STUBS[game][dealing]}


@pytest.mark.parametrize("game", EVERY)
def test_a_right_count_of_the_stub_changes_nothing(game):
    counted = {"deck": "red", "stub_cards": 20, "deck_cards": 52}
    assert due(rows_of(game, dealt=[("stub_counted", counted)])) == GAMES[game].played


# Called, ruled and voided as the chapter says


@pytest.mark.parametrize("game", EVERY)
def test_every_kind_that_returns_all_does_so_when_it_is_called_and_the_round_is_void(game):
    book = rulebook.by_name(GAMES[game].terms.rulebook)
    kinds = [kind for kind, rule in book.irregularities.items() if rule.returned is None]
    assert len(kinds) == 4
    for kind in kinds:
        called = {"kind": kind, "seats": [], "cards": [], "called_by": "D-1", "text": "seen"}
        rows = rows_of(
            game,
            dealt=[("irregularity_called", called)],
            end=lambda told: Told.voids(told, "as ruled"),
            dealing="manual_shoe",
        )
        assert due(rows) == GAMES[game].staked, kind


def test_a_wager_that_was_settled_and_never_placed_needs_no_cards_to_be_too_much():
    """Nobody has a Six Card Bonus Wager, so no cards were dealt for one; a dollar was paid all the same."""
    example = GAMES["texas_holdem_bonus"]
    told = Told().wagers(1, ante=1_000).deals(1, example.cards).deals(None, example.dealer)
    told.decides(1, "fold", at="preflop").settles(1, "six_card_bonus", "win", paid=100).closes()
    rows = {row.wager: row for row in judge(told.view, Known(example.terms)).rows}
    assert (rows["six_card_bonus"].due_cents, rows["six_card_bonus"].done_cents) == (0, 100)
    assert rows["six_card_bonus"].hand is None
