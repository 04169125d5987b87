"""A round as hand histories in PHH, the TOML format of poker hands, as far as that format reaches.

PHH knows games that players play against each other for a pot. Of ours two are played with hold 'em cards,
and each seat's hand against the dealer's can be told as a hand of no-limit hold 'em for two: the seat is p1,
the dealer p2, who calls what the seat bets. What PHH has no word for stands in its user-defined fields: every
wager with what was due and done, and what the format cannot say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from console.calls.wrong_call import WrongCall
from console.pages.told_round import ToldRound
from console.wording.local_time import at_local_clock, local_zone
from console.wording.visible import visible
from events.money import MC_PER_CENT, MC_PER_DOLLAR
from events.vocabulary.play import DecisionMade
from games import registry
from projections.rounds.taking_part import boxes_playing
from projections.rounds.view import SeatView

NAMES: Final = {"heads_up_holdem": "Heads-Up Hold 'Em", "texas_holdem_bonus": "Texas Hold 'Em Bonus Poker"}
"""The games that PHH reaches."""
_STREETS: Final = {"preflop": (0, 0), "flop": (0, 3), "turn": (3, 4), "river": (4, 5)}
"""Which cards of the board come with each street."""
_DECIDED_AT: Final = {
    "heads_up_holdem": ("preflop", "flop", "river"),
    "texas_holdem_bonus": ("preflop", "flop", "turn"),
}
"""The streets at which a game asks the player."""
_RAISES_ONCE: Final = ("heads_up_holdem",)
_HOLE: Final = 2
_LIMITS: Final = (
    "PHH knows no game against the house: p2 is the dealer, who calls whatever p1 bets and wins no pot. "
    "Bonus and progressive wagers, pushes, odds and payout limits are in _wagers alone. "
    "A fold gives up the ante."
)


def render_phh(told: ToldRound) -> str:
    """A hand for each seat that was dealt in, in a file of its own kind where there are several."""
    game = told.shown.terms.game
    if game not in NAMES:
        reached, played = " and ".join(NAMES.values()), game.replace("_", " ") or "an unknown game"
        raise WrongCall(
            f"--phh: {told.view.round} is a round of {played}, and PHH has no variant that such cards could "
            f"be told in; it can say rounds of {reached}. "
            f"`pitledger round {told.view.round} --json` has every fact."
        )
    playing = boxes_playing(told.view, registry.by_name(game))
    seats = [number for number in playing if told.view.seats[number].wagers.get("ante")]
    if not seats:
        raise WrongCall(f"--phh: nobody wagered an ante in {told.view.round}, so there is no hand to write")
    hands = [_hand(told, game, number) for number in seats]
    if len(hands) == 1:
        return "\n".join(hands[0]) + "\n"
    return "\n".join(line for number, hand in enumerate(hands, 1) for line in (f"[{number}]", *hand, ""))


def _hand(told: ToldRound, game: str, number: int) -> list[str]:
    view, seat = told.view, told.view.seats[number]
    ante = _dollars(seat.wagers["ante"])
    dealer, board = _cards(told, "dealer"), _cards(told, "community")
    why_not = _not_told(seat, dealer, board)
    actions = [] if why_not else [*_actions(game, seat, dealer, board)]
    fields = {
        "variant": _text("NT"),
        "antes": f"[{ante}, {ante}]",
        "blinds_or_straddles": "[0, 0]",
        "min_bet": "1",
        "starting_stacks": "[inf, inf]",
        "actions": _list([_text(action) for action in actions]),
        "event": _text(NAMES[game]),
        **_when(view.opened_at_us),
        "hand": _text(view.round),
        "table": _text(view.table),
        "players": _list([_text(f"seat {number}"), _text(f"dealer {view.dealer_badge}")]),
        "currency": _text("USD"),
        "currency_symbol": _text("$"),
        "_limits_of_this_format": _text(_LIMITS),
        "_not_told_as_actions": _text(why_not),
        "_seat": str(number),
        "_stream": _text(told.events[0].stream),
        "_first_seq": str(view.first_seq),
        "_last_seq": str(view.last_seq),
        "_gaming_day": _text(view.gaming_day),
        "_rulebook": _text(view.rulebook),
        "_status": _text(view.status),
        "_wagers": _list([*_wagers(told, number)]),
    }
    return [f"{name} = {value}" for name, value in fields.items() if value != '""']


def _not_told(seat: SeatView, dealer: Sequence[str | None], board: Sequence[str | None]) -> str:
    """Why the cards are not those of a hand of hold 'em; empty where they are."""
    for whose, cards, most in (("seat", seat.cards, _HOLE), ("dealer", dealer, _HOLE), ("board", board, 5)):
        if len(cards) > most or (most == _HOLE and len(cards) < most):
            return f"the {whose} had {len(cards)} cards"
    return ""


def _actions(
    game: str, seat: SeatView, dealer: Sequence[str | None], board: Sequence[str | None]
) -> Iterator[str]:
    """What happened, street by street, as far as it was played and is known."""
    yield f"d dh p1 {_known(seat.cards)}"
    yield f"d dh p2 {_known(dealer)}"
    decisions: dict[str, DecisionMade] = {decision.at: decision for decision in seat.decisions}
    raised = False
    for street, (before, after) in _STREETS.items():
        dealt = board[before:after]
        if len(dealt) < after - before or None in dealt:
            return
        if dealt:
            yield f"d db {_known(dealt)}"
        asked = street in _DECIDED_AT[game] and not (raised and game in _RAISES_ONCE)
        decision = decisions.get(street)
        if asked and decision is None:
            return
        if decision is not None and decision.action == "fold":
            yield "p1 f"
            return
        if decision is not None and decision.amount_mc:
            raised = True
            yield f"p1 cbr {_dollars(decision.amount_mc)}"
        else:
            yield "p1 cc" if asked else "p1 cc # no decision here"
        yield "p2 cc"
    if None not in seat.cards and None not in dealer:
        yield f"p1 sm {_known(seat.cards)}"
        yield f"p2 sm {_known(dealer)}"


def _cards(told: ToldRound, area: str) -> Sequence[str | None]:
    return told.view.areas.get(area, ())


def _known(cards: Sequence[str | None]) -> str:
    return "".join(card or "??" for card in cards)


def _wagers(told: ToldRound, number: int) -> Iterator[str]:
    """Every wager of the seat, due beside done."""
    stakes = told.view.seats[number].wagers
    for row in told.verdict.rows:
        if row.seat != number:
            continue
        facts = {"wager": _text(row.wager), "stake": _dollars(stakes.get(row.wager, 0))}
        facts["done"] = _dollars(row.done_mc)
        if row.due_cents is not None:
            facts["due"] = _dollars(row.due_cents * MC_PER_CENT)
        words = {"hand": row.hand, "rate": row.rate, "section": row.section, "not_judged": row.why}
        facts |= {name: _text(said) for name, said in words.items() if said}
        yield "{" + ", ".join(f"{name} = {value}" for name, value in facts.items()) + "}"


def _when(at_us: int) -> dict[str, str]:
    local = at_local_clock(at_us)
    if local is None:
        return {}
    day = {"day": str(local.day), "month": str(local.month), "year": str(local.year)}
    return {"time": f"{local:%H:%M:%S}", "time_zone": _text(str(local_zone())), **day}


def _dollars(amount_mc: int) -> str:
    """Dollars as TOML has numbers, exactly: `15`, `62.50`."""
    whole, rest = divmod(amount_mc, MC_PER_DOLLAR)
    return f"{whole}.{rest:05d}".removesuffix("000") if rest else str(whole)


def _list(values: Sequence[str]) -> str:
    return "[" + ", ".join(values) + "]"


def _text(said: str) -> str:
    """A text as TOML writes it."""
    return visible(json.dumps(said, ensure_ascii=False))
