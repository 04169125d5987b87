"""Three Card Prime: three cards against the dealer's, who qualifies with a queen high (ch. 679a)."""

from games.game import Game
from games.three_card_prime.play import ThreeCardPrime

GAME: Game = ThreeCardPrime()
