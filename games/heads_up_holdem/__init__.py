"""Heads-Up Hold 'Em: two cards and a board of five against the dealer's, raised early or late (ch. 677a)."""

from games.game import Game
from games.heads_up_holdem.play import HeadsUpHoldem

GAME: Game = HeadsUpHoldem()
