"""Texas Hold 'Em Bonus Poker: two cards and a board against the dealer's (58 Pa. Code ch. 647a)."""

from games.game import Game
from games.texas_holdem_bonus.play import TexasHoldemBonus

GAME: Game = TexasHoldemBonus()
