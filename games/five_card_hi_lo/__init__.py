"""Five Card Hi-Lo: five cards set into a high and a low hand, both against the dealer's (ch. 663a)."""

from games.five_card_hi_lo import dealing, setting, settle, wagers, words
from games.game import Game, Shape
from games.stakes import stakes

GAME = Game(
    name="five_card_hi_lo",
    chapter="663a",
    wagers=wagers.WAGERS,
    shape=Shape(seat_cards=5, dealer_cards=5, actions={"play": ("play", "high", "low"), "forfeit": ()}),
    deal_order=dealing.deal_order,  # 663a.8(d), 663a.9(b), 663a.10(b)
    stakes=stakes,
    lost_by_folding=wagers.lost_by_folding,  # 663a.11(b)
    fold_duties=setting.fold_duties,  # 663a.11(c)
    settle=settle.settle,  # 663a.11–663a.13
    settlement_order=settle.settlement_order,  # 663a.11(f)–(k)
    hand_in_words=words.hand_in_words,
)
