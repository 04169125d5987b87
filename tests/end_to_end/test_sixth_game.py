"""A sixth game needs new files in games/ and tests/ and no change elsewhere.

The toy of tests/games is played here through the recorder, the log, a link's meter and the replay.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.body import parse_body
from events.envelope import decode
from games import registry, rulebook
from games.describing.describe import answer
from games.game import Wager
from projections.rounds.replay import replay
from streams.engines.embedded import Embedded
from streams.recorder.recorder import Recorder, draft
from tests.games.test_describe_toy_game import HIGH_CARD, TOML, seat

NOW = 1_750_000_000_000_000


JACKPOT = Wager("jackpot", "1a.7", "before_no_more_bets", instrument="value_chip", progressive=True)
HIGH_CARD_WITH_JACKPOT = replace(HIGH_CARD, wagers=(*HIGH_CARD.wagers, JACKPOT))
"""The toy with a wager that feeds a meter."""


@pytest.fixture
def toy():
    game, book = HIGH_CARD_WITH_JACKPOT, rulebook.read("1a@2000-01-01.toml", TOML.encode())
    registry.all_games()
    registry.register(game)
    rulebook.add(book)
    yield book
    del registry._GAMES[game.name]
    del rulebook.shelf()[book.name]


def link_terms(book) -> dict:
    return {
        "rulebook": book.name,
        "rulebook_sha256": book.sha256,
        "paytable": "only",
        "wager": "jackpot",
        "unit_wager_mc": 100_000,
        "meters": [
            {"meter": "jackpot", "seed_mc": 10_000_000, "reseed_mc": 0, "primary_bp": 1_000, "reserve_bp": 0}
        ],
        "awards": [{"hand": "ace_of_spades", "meter": "jackpot", "percent_bp": 10_000}],
        "signed_by": [{"badge": "a", "department": "games"}, {"badge": "b", "department": "accounts"}],
        "reason": "toy",
    }


def opening(book) -> dict:
    return {
        "game": "high_card",
        "rulebook": book.name,
        "rulebook_sha256": book.sha256,
        "submission": "toy",
        "paytables": [],
        "options": [],
        "wagers": ["ante", "jackpot"],
        "progressives": [{"wager": "jackpot", "link": "TOY", "unit_wager_mc": 100_000}],
        "payout_limit_mc": None,
        "minimum_wager_mc": 100_000,
        "betting_positions": 2,
        "boxes_per_player": 1,
        "dealing": "hand",
        "shuffling": "manual",
        "approvals": [],
        "signs": [],
        "dealer": "D",
        "floorperson": "F",
    }


def test_the_toy_is_recorded_metered_settled_and_replayed(toy, tmp_path):
    with Embedded(tmp_path) as embedded:
        recorder = Recorder(embedded.log, "TOYLAND", lambda: NOW)

        def say(type_, fields, stream="table:TOY-1", round_="TOY-1-1"):
            body = parse_body(type_, fields)
            return recorder.record(draft(stream, body, occurred_at_us=NOW, actor="D", round=round_))

        say("link_opened", link_terms(toy), "link:TOY", None)
        say("table_opened", opening(toy), round_=None)
        say("round_opened", {"dealer": "D"})
        for wager in ("ante", "jackpot"):
            placed = {"seat": 1, "wager": wager, "amount_mc": 100_000, "instrument": "value_chip"}
            assert not say("wager_placed", placed).refused
        plaque = {"seat": 2, "wager": "jackpot", "amount_mc": 100_000, "instrument": "plaque"}
        assert say("wager_placed", plaque).refused, "the toy's own rule: value chips alone"
        say("bets_closed", {"legs": []})
        say("hand_revealed", {"hand": "seat", "seat": 1, "cards": ["As"]})
        say("hand_revealed", {"hand": "dealer", "cards": ["7s"]})
        claim = say(
            "progressive_claimed",
            {
                "seat": 1,
                "wager": "jackpot",
                "hand": "ace_of_spades",
                "cards": ["As"],
                "link": "TOY",
                "leg": 0,
            },
        )
        say("round_closed", {})
        embedded.process()

        assert embedded.store.rows("SELECT link, primary_mc FROM meters") == [
            {"link": "TOY", "primary_mc": 0}
        ]
        assert embedded.store.rows("SELECT claim_seq, amount_mc, status FROM awards") == [
            {"claim_seq": claim.seq, "amount_mc": 10_010_000, "status": "locked"}
        ]
        events = [record.value for record in embedded.log.read_stream("table:TOY-1", 1)]

    view = replay(event for event in map(decode, events) if event.round == "TOY-1-1")
    assert view is not None
    assert view.seats[1].cards == ["As"]
    assert view.areas["dealer"] == ["7s"]
    assert view.seats[1].wagers == {"ante": 100_000, "jackpot": 100_000}
    assert len(view.seats[2].refused) == 1
    verdict = answer(
        {
            "game": "high_card",
            "rulebook": toy.name,
            "seats": [seat(1, view.seats[1].cards[0])],
            "dealer": view.areas["dealer"],
        }
    )
    assert verdict["seats"][0]["wagers"]["ante"]["outcome"] == "win"
