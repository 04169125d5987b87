"""A table's day: it opens, waits for players, plays round after round, changes dealers and decks, closes."""

from __future__ import annotations

from dataclasses import dataclass

from floor.play import registry as plays
from floor.round.dealt_round import DealtRound
from floor.steps import PAUSE, Steps
from floor.table import equipment, notices
from floor.table.conduct import Interrupted
from floor.table.people import Player, chance
from floor.table.submission import opening_fields
from floor.table.table import MINUTE_US, SECOND_US, Table
from floor.trouble.interruption import settle_interrupted


@dataclass(frozen=True, slots=True)
class Stop:
    """When a table closes: after so many rounds of its own, or at the first chance after a moment."""

    rounds: int | None = None
    at_us: int | None = None

    def reached(self, table: Table) -> bool:
        """Whether no further round is opened."""
        return (self.rounds is not None and table.rounds >= self.rounds) or (
            self.at_us is not None and table.now_us >= self.at_us
        )


def live(table: Table, stop: Stop) -> Steps:
    """The whole life of a table, as a generator of steps (see `floor.steps`)."""
    table.crew.relieve(table.now_us)
    floorperson = table.crew.floorperson
    table.record(
        "table_opened", floorperson, **opening_fields(table.submission, table.crew.dealer, floorperson)
    )
    equipment.receive_decks(table)
    yield from _ready_cards(table, equipment.opening(table, table.decks), "opening", stop)
    while not stop.reached(table):
        yield from play_round(table)
        yield from _between_rounds(table, stop)
    _close(table)
    yield PAUSE


def play_round(table: Table) -> Steps:
    """One round, from "place your bets" to the cards shuffled again."""
    play = plays.by_game(table.submission.game)
    round_ = DealtRound(table)
    round_.open()
    round_.close_bets()
    order = table.game.deal_order(
        table.submission.dealing,
        [seat.seat for seat in round_.seats],
        play.deal_options(round_),
    )
    round_.order.extend(table.conduct.deal_order(order))
    try:
        yield from play.complete(round_)
    except Interrupted as interruption:
        yield from settle_interrupted(round_, interruption)
    else:
        round_.close()
    if round_.deck in table.decks:
        equipment.after_round(table)
    else:
        equipment.take_turns(table)
    yield PAUSE


def _between_rounds(table: Table, stop: Stop) -> Steps:
    """Who comes and goes, who deals, whether the day or the cards are over, whether anybody is left."""
    _end_day(table)
    if table.crew.relieve(table.now_us):
        table.record("dealer_changed", dealer=table.crew.dealer, floorperson=table.crew.floorperson)
    if not table.unready:  # else the cards wait for whoever comes
        _come_and_go(table)
    notices.between_rounds(table)
    if not table.seating.at:
        yield from _ready_cards(table, equipment.idle(table) or table.unready, "idle", stop)
        table.unready = []
    if table.conduct.changes_decks(due=equipment.change_due(table)) and not stop.reached(table):
        equipment.change_decks(table)


def _ready_cards(table: Table, duties: list[equipment.Chore], occasion: str, stop: Stop) -> Steps:
    """Spread the cards, wait for the first player to look at them, then wash, shuffle and cut."""
    before, after = equipment.before_and_after_arrival(duties)
    equipment.perform(table, before, occasion=occasion)
    while not table.seating.at and not stop.reached(table):
        table.takes_about(2 * MINUTE_US)
        yield PAUSE
        _end_day(table)
        if chance(table.rng, min(1_000, 20 * table.seating.popularity)):
            _arrive(table)
    if table.seating.at:
        equipment.perform(table, after, occasion=occasion)


def _end_day(table: Table) -> None:
    """At the first chance after the cut-off the table records that its day is over."""
    day = table.day_of(table.now_us)
    if day != table.day:
        table.record("table_day_ended", day=table.day, rounds=table.rounds_today)
        table.day, table.rounds_today = day, 0


def _come_and_go(table: Table) -> None:
    seating = table.seating
    for player in seating.players:
        player.rounds_left -= 1
        if player.rounds_left <= 0 or not player.can_play(_at_risk(table, player)):
            table.takes_about(5 * SECOND_US)
            seating.leaves(player)
            table.record("player_left", player=player.label, seat=player.boxes[0])
        elif len(player.boxes) > 1 and chance(table.rng, 20):
            del seating.at[player.boxes.pop()]
            table.record("boxes_changed", player=player.label, boxes=list(player.boxes))
    free = len(seating.free())
    if free and chance(table.rng, seating.popularity * free):
        _arrive(table)


def _arrive(table: Table) -> None:
    player = table.seating.arrives(table.rng, table.name)
    table.takes_about(20 * SECOND_US)
    table.record("player_seated", player=player.label, seat=player.boxes[0], boxes=list(player.boxes))


def _at_risk(table: Table, player: Player) -> int:
    """The most that a player can lose in a round on all boxes."""
    units = sum(link.unit_cents for link in table.submission.progressives.values())
    return len(player.boxes) * (player.ante * table.betting.most_antes + units)


def _close(table: Table) -> None:
    """The players go, the table closes; if the day is over too, it records that."""
    for player in table.seating.players:
        table.takes_about(3 * SECOND_US)
        table.seating.leaves(player)
        table.record("player_left", player=player.label, seat=player.boxes[0])
    _end_day(table)
    floorperson = table.crew.floorperson
    table.record("table_closed", floorperson, closed_by=floorperson, seats_occupied=[], reason="closing time")
