"""Five Card Hi-Lo: five cards set into a high and a low hand, both against the dealer's (ch. 663a)."""

from games.five_card_hi_lo.play import FiveCardHiLo
from games.game import Game

GAME: Game = FiveCardHiLo()
