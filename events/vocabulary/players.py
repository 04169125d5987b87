"""Players at a table: who sits where, which boxes are whose, and what reaches a game account.

Who they are does not stand here: the recorder's vault keeps the facility's labels of players and accounts,
and events hold references (`events.references`).
"""

from __future__ import annotations

from typing import Annotated, Literal

from events.body import Body, event_types_on
from events.facts import Refers
from events.kinds import Money, Seat, Several, Text
from events.vocabulary.terms import Player, Wager

event_type = event_types_on("table")

_Boxes = Annotated[Several[Seat], "Every box the player wagers on, the player's own seat among them."]


@event_type("player_seated")
class PlayerSeated(Body):
    """A player took a seat, and with it one or more boxes (x.7(b), (e))."""

    player: Player
    seat: Seat
    boxes: _Boxes


@event_type("boxes_changed")
class BoxesChanged(Body):
    """A seated player took another box or gave one up; `boxes` is what is theirs from now on (x.7(e),
    663a.7(f))."""

    player: Player
    boxes: _Boxes


@event_type("player_left")
class PlayerLeft(Body):
    """A player left the table; wagers left behind may be treated as abandoned (x.7(b))."""

    player: Player
    seat: Seat


@event_type("game_account_credited")
class GameAccountCredited(Body):
    """A player's game account was credited (§ 605a.3, 647a.11(j)(3)); never with a percentage of a meter."""

    player: Player
    seat: Seat
    account: Annotated[
        Text,
        Refers("account"),
        "The game account: a reference in place of its number, with the salt of its player.",
    ]
    amount_mc: Money
    source: Annotated[
        Literal["buy_in", "five_card_hand_bonus", "magic_card", "lucky_bonus", "returned_stake", "other"],
        "What it was for.",
    ]
    wager: Annotated[Wager | None, "The wager that won or was returned, if there is one."] = None
