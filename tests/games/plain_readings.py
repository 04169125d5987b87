"""Compares a plain reading of a chapter with the verdict of the game, round by round.

A reading settles a round by itself, from the text. What is asked of the game, and how the two are compared,
is the same for every chapter: that is here, and nothing that knows a rule.
"""

from typing import NamedTuple

from games.describing.describe import answer

ROUNDS = 1500
"""Rounds that each reading is compared on; their seeds are the numbers from 0."""
BATCH = 50
"""Rounds in one test."""


class Settled(NamedTuple):
    """What is compared of a wager: rates, sections and notes have tests of their own."""

    outcome: str
    payout_cents: int
    returned_stake_cents: int


LOST = Settled("lose", 0, 0)


def money_of(described):
    """The seats of the game's verdict, each wager as it is settled, and the meters after the round."""
    verdict = answer(described)
    assert "error" not in verdict, (described, verdict)
    seats = []
    for seat in verdict["seats"]:
        wagers = {
            name: Settled(*(wager[field] for field in Settled._fields))
            for name, wager in seat["wagers"].items()
        }
        seats.append(seat | {"wagers": wagers})
    return seats, verdict["meters_after"]


def assert_batch_agrees(first, read):
    """The game settles a batch of rounds as `read` does: it gives a seed's round, its seats and meters."""
    for seed in range(first, first + BATCH):
        described, seats, meters = read(seed)
        assert money_of(described) == (seats, meters), f"round {seed}: {described}"


def assert_named_where_it_matters(switch, values, rounds):
    """A verdict names a switch exactly where it depends on it, and some verdict does."""
    depended = 0
    for described in rounds:
        verdicts = [
            answer(described | {"options": described["options"] | {switch: value}}) for value in values
        ]
        depends = verdicts[0]["seats"] != verdicts[1]["seats"]
        for verdict in verdicts:
            assert any(f": {switch} = " in note for note in verdict["notes"]) == depends, described
        depended += depends
    assert depended
