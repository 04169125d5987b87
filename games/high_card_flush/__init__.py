"""High Card Flush: seven cards against the dealer's seven, the longer flush wins (58 Pa. Code ch. 678a)."""

from games.game import Game
from games.high_card_flush.play import HighCardFlush

GAME: Game = HighCardFlush()
