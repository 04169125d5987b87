"""What giving up the hand costs at once is what the verdict on the finished round says of those wagers."""

import pytest

from games.describing.describe import answer, parse

GAMES = {
    "five_card_hi_lo": ("663a@2014-02-01", "forfeit", {}),
    "heads_up_holdem": ("677a@2015-proposed", "fold", {"odds": 1000}),
    "high_card_flush": ("678a@2019-11-02", "fold", {}),
    "texas_holdem_bonus": ("647a@2019-08-31", "fold", {}),
    "three_card_prime": ("679a@2019-08-31", "forfeit", {}),
}
FIVE = ["As", "Kd", "9h", "5c", "3c"]


def folded(game, cards=(), **wagers):
    book, action, required = GAMES[game]
    placed = {"ante": 1000} | required | wagers
    seat = {"seat": 1, "cards": list(cards), "wagers": placed, "decision": {"action": action}}
    paytables = {"poker_bonus": "A"} if "poker_bonus" in wagers else {}
    return {"game": game, "rulebook": book, "paytables": paytables, "seats": [seat]}


@pytest.mark.cites("58 Pa. Code §§ 647a.11(b)(2), 663a.11(b), 677a.11(f), 678a.11(c)(2), 679a.11(b)")
@pytest.mark.parametrize("name", GAMES)
def test_fold_costs_at_once_what_the_verdict_says(name):
    description = folded(name)
    round_, game, _ = parse(description)

    lost = game.lost_by_folding(round_.seats[0])

    assert set(lost) == set(round_.seats[0].wagers)
    for wager, verdict in answer(description)["seats"][0]["wagers"].items():
        assert (verdict["outcome"], verdict["section"]) == ("lose", lost[wager].section)


@pytest.mark.cites("58 Pa. Code §§ 663a.11(b)(1), 663a.11(b)(2)")
@pytest.mark.parametrize(
    ("wagers", "section"),
    [({"tie": 500, "poker_bonus": 500}, "663a.11(b)(1)"), ({"poker_bonus": 500}, "663a.11(b)(2)")],
)
def test_forfeit_leaves_the_poker_bonus_and_takes_the_tie(wagers, section):
    description = folded("five_card_hi_lo", FIVE, **wagers)
    round_, game, _ = parse(description)

    lost = game.lost_by_folding(round_.seats[0])

    assert set(lost) == set(round_.seats[0].wagers) - {"poker_bonus"}
    verdicts = answer(description)["seats"][0]["wagers"]
    assert {verdicts[wager]["section"] for wager in lost} == {section}
