"""Every game under every irregularity that ends a round: the log alone says what went back and what stood."""

from collections import defaultdict

import pytest

from events.body import decode_body
from floor.life import Stop
from floor.play.registry import all_plays
from floor.table.conduct import Conduct, Interrupted
from floor.table.deck import LOST, STUB
from games.registry import by_name
from tests.floor.rebuilt import rounds_of
from tests.floor.watched import WatchedDeck, folded

GAMES = tuple(all_plays())
TABLES, ROUNDS = 5, 8


def struck(kind, at):
    """A conduct under which `kind` befalls each round once, before the movement `at` of its deal."""

    class Struck(Conduct):
        def deal_order(self, order):
            self.movement = range(len(order))[at] if at < len(order) else len(order) - 1
            return order

        def before_deal(self, layout, deal):
            if self.movement == 0:
                self.movement -= 1
                if kind == "stub_count_wrong":
                    layout.deck.move_card(layout.deck.lying(STUB)[0], STUB, LOST)
                else:
                    raise Interrupted(kind)
            self.movement -= 1

        def counts_stub(self, *, due):
            return due or kind == "stub_count_wrong"

    return Struck


def interrupted(game, kind, at=2):
    """Rounds of that game, each of them struck."""
    events = folded(
        tables=TABLES, games=(game,), stop=Stop(ROUNDS), deck=WatchedDeck, conduct=struck(kind, at)
    )
    rounds = rounds_of(events)
    assert len(rounds) == TABLES * ROUNDS
    return rounds


def outcomes(rounds):
    """Every wager, and what became of it."""
    found = defaultdict(set)
    for round_ in rounds.values():
        for (_, wager), done in round_.settled.items():
            found[wager].add(done.outcome)
    return found


def assert_settled_as_due(rounds):
    for name, round_ in rounds.items():
        due = {
            (seat.seat, wager): (verdict.outcome, verdict.returned * 1_000, verdict.payout * 1_000)
            for seat in round_.verdict().seats
            for wager, verdict in seat.wagers.items()
        }
        done = {place: (one.outcome, one.returned_mc, one.paid_mc) for place, one in round_.settled.items()}
        for place in round_.claims:
            due[place], done[place] = due[place][:2], done[place][:2]
        assert done == due, name


def rulings(rounds):
    """What was ruled, by which section."""
    bodies = [decode_body(e) for r in rounds.values() for e in r.events if e.type == "irregularity_ruled"]
    assert len(bodies) == len(rounds)
    return {(body.ruling, body.section) for body in bodies}


MANY_FACE_UP = {"heads_up_holdem": "face_up_multiple_early", "texas_holdem_bonus": "face_up_multiple_early"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["incorrect_number", "shoe_jam", "face_up_multiple", "stub_count_wrong"])
def test_a_void_round_gives_every_wager_back(game, kind):
    """x.13(a), (c), (f), x.8(g) or (h): all hands void, all wagers returned; no round is closed."""
    if kind == "face_up_multiple":
        kind = MANY_FACE_UP.get(game, kind)
    rounds = interrupted(game, kind)

    assert_settled_as_due(rounds)
    for name, round_ in rounds.items():
        placed = {
            (seat, wager): amount
            for seat, view in round_.view.seats.items()
            for wager, amount in view.wagers.items()
            if amount  # none is left of one that was taken back in time
        }
        assert {place: done.returned_mc for place, done in round_.settled.items()} == placed, name
        assert "round_voided" in round_.types
        assert "round_closed" not in round_.types
    assert {outcome for found in outcomes(rounds).values() for outcome in found} == {"void"}
    ((ruling, section),) = {(ruling, section.split(".")[0]) for ruling, section in rulings(rounds)}
    assert (ruling, section) == ("round_void", by_name(game).chapter)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("at", [0, 4, -1])
def test_an_exposed_card_of_the_dealer_leaves_what_the_log_alone_can_settle(game, at):
    rounds = interrupted(game, "dealer_card_exposed", at)

    assert_settled_as_due(rounds)


@pytest.mark.parametrize("at", [0, 3, -1])
def test_an_exposed_card_of_the_dealer_in_three_card_prime(at):
    """679a.13(d): Ante and Play go back, the optional wagers are settled on a deal that is completed."""
    rounds = interrupted("three_card_prime", "dealer_card_exposed", at)

    assert_settled_as_due(rounds)
    found = outcomes(rounds)
    assert found["ante"] == {"void"}
    assert found["prime"] == found["pair_bonus"] == {"win", "lose"}
    assert "void" not in found["all_six"]
    assert rulings(rounds) == {("hands_void", "679a.13(d)")}
    assert all("round_closed" in round_.types for round_ in rounds.values())


@pytest.mark.parametrize("at", [0, 3, -1])
def test_an_exposed_card_of_the_dealer_in_heads_up_holdem(at):
    """677a.13(d): Ante and Odds go back; Pocket Bonus and Trips Plus are settled on a complete board."""
    rounds = interrupted("heads_up_holdem", "dealer_card_exposed", at)

    assert_settled_as_due(rounds)
    found = outcomes(rounds)
    assert found["ante"] == found["odds"] == {"void"}
    assert found["pocket_bonus"] == {"win", "lose"}
    assert "void" not in found["trips_plus"]
    assert all(len(round_.described().community) == 5 for round_ in rounds.values())
    assert rulings(rounds) == {("hands_void", "677a.13(d)")}


def test_an_exposed_card_of_the_dealer_in_five_card_hi_lo_stops_nothing():
    """663a.13 does not foresee it: the round is played on as if nothing had happened."""
    rounds = interrupted("five_card_hi_lo", "dealer_card_exposed", 3)

    assert_settled_as_due(rounds)
    assert outcomes(rounds)["ante"] == {"win", "lose", "push"}
    assert rulings(rounds) == {("play_on", "663a.13")}
    for name, round_ in rounds.items():
        assert round_.dealt == round_.deal_due(), name
        assert "round_closed" in round_.types


def test_cards_face_up_in_the_board_leave_the_pocket_bonus_of_heads_up_holdem():
    """677a.13(a): everybody has two cards, so that bonus is settled; no board is dealt for the others."""
    rounds = interrupted("heads_up_holdem", "face_up_multiple_after_initial_two", -1)
    board_last = {n: r for n, r in rounds.items() if r.opening.shuffling != "reshuffling_device"}

    assert_settled_as_due(board_last)
    found = outcomes(board_last)
    assert found["ante"] == found["odds"] == found["trips_plus"] == {"void"}
    assert found["pocket_bonus"] == {"win", "lose"}
    assert not any(deal.to == "community" for round_ in board_last.values() for deal in round_.dealt)
    assert rulings(rounds) == {("hands_void", "677a.13(a)")}


def test_a_round_that_was_played_on_can_still_be_void():
    """The dealer's card is seen, and then the shoe jams: 663a.13(e)."""

    class Twice(struck("dealer_card_exposed", 0)):
        def before_deal(self, layout, deal):
            if self.movement == -1:
                raise Interrupted("shoe_jam")
            super().before_deal(layout, deal)

    rounds = rounds_of(folded(games=("five_card_hi_lo",), stop=Stop(ROUNDS), conduct=Twice))

    for round_ in rounds.values():
        ruled = [decode_body(e).ruling for e in round_.events if e.type == "irregularity_ruled"]
        assert ruled == ["play_on", "round_void"]
        assert {done.outcome for done in round_.settled.values()} == {"void"}
        assert round_.types[-1] == "round_voided"
