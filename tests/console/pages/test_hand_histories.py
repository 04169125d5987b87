"""`pitledger round ROUND --phh FILE`: read back by pokerkit, which knows the format and none of our code."""

from __future__ import annotations

import tomllib
import warnings

import pytest
from pokerkit.notation import HandHistory

from console.pages import hand_histories
from tests.console.calling import pitledger
from tests.console.pages.disputed_floor import SHORT

GAMES = {"HUH": "heads_up_holdem", "THB": "texas_holdem_bonus"}
STREET_WAGERS = {"raise", "flop", "turn", "river"}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A floor with both games that PHH reaches, irregular rounds among them."""
    where = tmp_path_factory.mktemp("phh") / "house"
    games = [word for game in GAMES.values() for word in ("--game", game)]
    floor = ("floor", "--tables", 2, *games, "--rounds", 15, "--seed", 4, "--irregularities", "0.2")
    assert pitledger(*floor, "--data", where).code == 0
    return where


def hands_of(data, path, name):
    """The hands as pokerkit reads them."""
    called = pitledger("round", name, "--phh", path, "--data", data)
    assert (called.code, called.out) == (0, ""), called.err
    text = path.read_text("utf-8")
    return [*HandHistory.loads_all(text)] if text.startswith("[1]") else [HandHistory.loads(text)]


def played(hand):
    """The last state of a hand. PHH does not know a fold that gives up the ante where nothing was bet."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "There is no reason for this player to fold")
        *_, (state, _) = hand.state_actions
    return state


def told_by(actions):
    """What the actions say p1 bet, in dollars, and what lay on the board."""
    bets = sum(float(action.split()[2]) for action in actions if action.startswith("p1 cbr"))
    board = "".join(action.split()[2] for action in actions if action.startswith("d db"))
    return bets, [board[at : at + 2] for at in range(0, len(board), 2)]


@pytest.mark.parametrize("table", GAMES)
def test_every_hand_is_read_and_played_by_another_program(data, tmp_path, table):
    told = folded = 0
    for number in range(1, 16):
        name = f"{table}-01-{number}"
        document = pitledger("round", name, "--data", data, "--json").document
        seats = {seat["seat"]: seat for seat in document["seats"] if seat["wagers"].get("ante")}
        if not seats:
            continue
        hands = hands_of(data, tmp_path / f"{name}.phh", name)
        assert [hand.user_defined_fields["_seat"] for hand in hands] == sorted(seats)
        for hand in hands:
            seat = seats[hand.user_defined_fields["_seat"]]
            assert (hand.variant, hand.hand, hand.table) == ("NT", name, f"{table}-01")
            assert list(hand.antes) == [seat["wagers"]["ante"] / 100_000] * 2
            if "_not_told_as_actions" in hand.user_defined_fields:
                continue
            state = played(hand)
            bets, board = told_by(hand.actions)
            staked = sum(mc for wager, mc in seat["wagers"].items() if wager in STREET_WAGERS)
            if document["status"] == "closed":
                assert bets == staked / 100_000
                assert not state.status, "a round that was played to its end is a hand that ended"
                assert board == document["areas"].get("community", [])[: len(board)]
                told += 1
                folded += "p1 f" in hand.actions
    assert told > 10
    assert folded


def test_what_phh_has_no_word_for_is_in_fields_of_its_own(data, tmp_path):
    path = tmp_path / "x.phh"
    (*_, hand) = hands_of(data, path, "THB-01-3")
    verdict = pitledger("round", "THB-01-3", "--data", data, "--json").document["verdict"]

    own = hand.user_defined_fields
    assert "PHH knows no game against the house" in own["_limits_of_this_format"]
    rows = [row for row in verdict if row["seat"] == own["_seat"]]
    assert [(each["wager"], each["done"], each["due"]) for each in own["_wagers"]] == [
        (row["wager"], row["done_cents"] / 100, row["due_cents"] / 100) for row in rows
    ]
    assert tomllib.loads(path.read_text("utf-8"))


def test_a_game_that_phh_cannot_say_is_refused_by_name(disputed, tmp_path):
    called = pitledger("round", SHORT, "--phh", tmp_path / "x.phh", "--data", disputed)

    assert called.code == 2
    assert "T1-3 is a round of high card flush, and PHH has no variant" in called.err
    assert "Heads-Up Hold 'Em and Texas Hold 'Em Bonus Poker" in called.err
    assert not (tmp_path / "x.phh").exists()


def test_a_mark_that_turns_what_follows_is_in_a_hand_history_by_its_number():
    written = hand_histories._text("D-\u202e1")

    assert written == '"D-\\u202e1"'
    assert tomllib.loads(f"badge = {written}") == {"badge": "D-\u202e1"}
