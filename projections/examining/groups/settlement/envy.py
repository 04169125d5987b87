"""S28–S30: the Envy Bonus, which goes by player: not paid, of a wrong amount, or to somebody not entitled."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from events.money import MC_PER_CENT, text
from events.vocabulary.awards import EnvyPaid
from projections.examining.check import Found
from projections.examining.settled_round import SettledRound
from projections.rounds.done import ENVY

Pairs = dict[str, Counter[str]]
"""By player: for the hand of which other player, so many millicents."""
ENTITLED: Final = "647a.11(i)(5)"
AMOUNT: Final = "647a.12(d)(5)"


def envy_found(settled: SettledRound) -> Iterator[tuple[str, Found]]:
    """Each player whose Envy Bonus is wrong, with the check that says so."""
    settlement = settled.verdict.settlement
    paid = [
        award
        for seat in settled.view.seats.values()
        for award in seat.awards
        if isinstance(award.body, EnvyPaid)
    ]
    if settlement is None or not (paid or settlement.envies) or settled.rule is not None:
        return
    players = {result.seat: result.player for result in settlement.seats}
    due: Pairs = defaultdict(Counter)
    done: Pairs = defaultdict(Counter)
    seats: dict[str, int] = {}
    seqs: dict[str, list[int]] = defaultdict(list)
    for envy in settlement.envies:
        due[players[envy.seat]][players[envy.holder]] += envy.amount * MC_PER_CENT
        seats.setdefault(players[envy.seat], envy.seat)
    for award in paid:
        body = award.body
        assert isinstance(body, EnvyPaid)
        player = players.get(body.seat, f"seat {body.seat}")
        done[player][players.get(body.holder_seat, f"seat {body.holder_seat}")] += body.amount_mc
        seats.setdefault(player, body.seat)
        seqs[player].append(award.seq)
    for player, seat in sorted(seats.items(), key=lambda each: -each[1]):
        named = _named(due[player], done[player])
        if named is not None:
            id_, section, what = named
            sums = due[player].total(), done[player].total()
            said = f"Seat {seat}, envy bonus: {what}. Due {text(sums[0])}, given {text(sums[1])}."
            yield (
                id_,
                Found(
                    section, said, f"{seat} {ENVY}", tuple(seqs[player]), seat, ENVY, None, sums[0], sums[1]
                ),
            )


def _named(due: Counter[str], done: Counter[str]) -> tuple[str, str, str] | None:
    if not_paid(due, done):
        return "S28", ENTITLED, "not paid for another player's hand"
    if wrong_amount(due, done):
        return "S29", AMOUNT, "of a wrong amount"
    if not_entitled(due, done):
        return "S30", ENTITLED, "paid to a player who is not entitled to it"
    return None


def not_paid(due: Counter[str], done: Counter[str]) -> bool:
    """S28: a player is not paid for a hand of another."""
    return any(holder not in done for holder in due)


def wrong_amount(due: Counter[str], done: Counter[str]) -> bool:
    """S29: a player is paid another amount than the payee's own wager has."""
    return any(done[holder] != amount for holder, amount in due.items())


def not_entitled(due: Counter[str], done: Counter[str]) -> bool:
    """S30: paid for the player's own hand, the dealer's, one that does not qualify, or without a wager."""
    return any(holder not in due for holder in done)


WORDS: Final = {
    "S28": "envy_not_paid",
    "S29": "envy_of_a_wrong_amount",
    "S30": "envy_without_entitlement",
}
