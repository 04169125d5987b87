"""A round that an irregularity ends (x.13, x.8(h)): called, ruled, wagers returned, cards gathered.

Which wagers go back and which stay is the rulebook's; a rule that leaves some wagers in play (678a.13(d))
has the deal completed for them, and they are settled as ever.
"""

from __future__ import annotations

from floor.play import registry as plays
from floor.round.dealt_round import DealtRound
from floor.round.settling import settle_seat
from floor.steps import Steps
from floor.table import equipment
from floor.table.conduct import Interrupted
from floor.table.deck import LOST, RACK, STUB
from floor.table.table import MINUTE_US, Table
from games.cards import NAMES
from games.judgement import irregularity_rule
from games.procedure.dealing import DECK_SIZE, stub_count_due
from games.settlement import Irregularity


def settle_interrupted(round_: DealtRound, what: Interrupted) -> Steps:
    """From the call to the last card in the rack."""
    table = round_.table
    event = Irregularity(what.kind, what.misdealt, round_.deck.total(), table.submission.dealing)
    rule = irregularity_rule(event, table.book)
    if rule.returned == () and not rule.silent:
        yield from _play_on(round_, what, rule.section)
        return
    if rule.returned is not None and _count_due(table) and round_.deck.total() != DECK_SIZE:
        _count(round_)
        wrong = f"{round_.deck.total()} cards by the count of the stub"
        yield from settle_interrupted(round_, Interrupted("stub_count_wrong", text=wrong))
        return
    call_and_rule(table, what, rule.section, "round_void" if rule.returned is None else "hands_void")
    if rule.returned is not None:
        _complete_deal(round_, what)
    round_.work_out(event)
    for seat in reversed(round_.staying()):
        due = round_.due[seat.seat]
        for wager in [name for name, verdict in due.items() if verdict.outcome == "void"]:
            round_.settle(seat.seat, wager)
    for seat in reversed(round_.staying()):
        standing = [name for name, verdict in round_.due[seat.seat].items() if verdict.outcome != "void"]
        standing = [name for name in standing if (seat.seat, name) not in round_.settled]
        if standing:
            round_.reveal(seat.seat)
            yield from settle_seat(round_, seat.seat, standing)
    short = _gather(round_)
    returned = _returned(round_)
    if rule.returned is None or any(returned.values()):
        _void(round_, what, rule.section, returned)
    else:
        round_.close()
    if short or (what.kind == "stub_count_wrong" and round_.deck.total() != DECK_SIZE):
        equipment.replace_deck(table, round_.deck)


def _play_on(round_: DealtRound, what: Interrupted, section: str) -> Steps:
    """Nothing goes back, such as when 663a is silent about an exposed card: the round goes on where it was.

    That must have been before anybody was asked.
    """
    call_and_rule(round_.table, what, section, "play_on")
    try:
        yield from plays.by_game(round_.table.submission.game).complete(round_)
    except Interrupted as another:
        yield from settle_interrupted(round_, another)
    else:
        round_.close()


def _complete_deal(round_: DealtRound, what: Interrupted) -> None:
    """Deal what the wagers that stay depend on, and turn it up.

    Cards found face up end the deal: where wagers stay then, they depend on the two cards that each player
    has already (677a.13(a), 647a.13(a)).
    """
    if not what.kind.startswith("face_up"):
        round_.deal()
        for place in [place for place in round_.deck.piles if place not in (STUB, RACK, LOST)]:
            if not isinstance(place, int):
                round_.reveal(place)
    round_.look()


def call_and_rule(table: Table, what: Interrupted, section: str, ruling: str) -> None:
    """The dealer calls a floorperson, who rules."""
    floorperson = table.crew.floorperson
    table.record(
        "irregularity_called",
        kind=what.kind,
        seats=list(what.seats),
        cards=[NAMES[card] for card in what.cards],
        called_by=table.crew.dealer,
        text=what.text or what.kind.replace("_", " "),
    )
    table.takes_about(MINUTE_US)
    table.record(
        "irregularity_ruled",
        floorperson,
        kind=what.kind,
        ruling=ruling,
        section=section,
        ruled_by=floorperson,
        reason="as the section says",
    )


def _gather(round_: DealtRound) -> bool:
    """Everything that lies on the layout goes to the rack, the stub last, and counted where that is due: void
    rounds count, too (x.8–x.10). Gives whether the deck was found short."""
    table, deck = round_.table, round_.deck
    for place in [place for place in round_.deck.piles if place not in (STUB, RACK, LOST)]:
        round_.collect(place)
    if not deck.count(STUB):
        return False
    short = _count_due(table) and deck.total() != DECK_SIZE
    if _count_due(table):
        _count(round_)
    deck.move(STUB, RACK)
    table.record("stub_discarded", deck=deck.name, exposed=[])
    return short


def _count_due(table: Table) -> bool:
    return stub_count_due(table.submission.shuffling, table.book, table.rounds_since_count)


def _count(round_: DealtRound) -> None:
    """The stub is counted, and found to be as large as it should be or not."""
    table, deck = round_.table, round_.deck
    whole = deck.total() == DECK_SIZE
    counted = {"stub_cards": deck.count(STUB), "deck_cards": deck.total()}
    table.record("stub_counted", deck=deck.name, **counted, misdealt=None if whole else False)
    table.rounds_since_count = 0


def _returned(round_: DealtRound) -> dict[str, list[int]]:
    """Each link, and the seats whose progressive wagers went back; a rule can return these and leave others
    standing (647a.13(a), (d))."""
    returned: dict[str, list[int]] = {}
    for wager, link in round_.table.submission.progressives.items():
        returned.setdefault(link.name, []).extend(
            seat.seat
            for seat in round_.staying()
            if wager in seat.wagers and round_.due[seat.seat][wager].outcome == "void"
        )
    return returned


def _void(round_: DealtRound, what: Interrupted, section: str, returned: dict[str, list[int]]) -> None:
    """The round is void: the links are sent which progressive wagers went back."""
    table = round_.table
    table.record(
        "round_voided",
        table.crew.floorperson,
        reason=what.kind.replace("_", " "),
        section=section,
        ruled_by=table.crew.floorperson,
        legs=[{"link": link, "leg": 0, "seats": sorted(set(seats))} for link, seats in returned.items()],
    )
    table.round = None
