"""Five Card Hi-Lo settled a second time, slowly, from the text of 663a alone; both must say the same.

Nothing of `games` is used but the question itself: hands are valued card by card, settings judged against
every way to part five cards, paytables typed here from the chapter. Some decks are full of aces or of few
ranks, so that ties and the Ante Bonus are common; the last test shows that every row was met.
"""

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.games.plain_readings import LOST, ROUNDS, assert_batch_agrees

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]

# 663a.12(b): four aces and a 2, four aces, three aces.
ANTE_BONUS = {"A": (1000, 100, 10), "B": (500, 50, 5), "C": (200, 50, 5), "D": (100, 50, 5)}
# 663a.12(d): by the hand, with the lowest pair that pays 1 to 1.
POKER_HANDS = ("royal", "straight flush", "four", "full house", "flush", "straight", "three", "two pair")
POKER_BONUS = {
    "A": dict(zip(POKER_HANDS, (250, 50, 25, 15, 10, 8, 5, 3), strict=True)),
    "B": dict(zip(POKER_HANDS, (500, 100, 40, 15, 8, 6, 4, 3), strict=True)),
}
LOWEST_PAIR = {"A": "7", "B": "6"}
VOID_ALL = ("face_up_multiple", "incorrect_number", "shoe_jam", "stub_count_wrong")
SETTINGS = ("house ruling required", "settled as set", "lost")


def value(card, hand):
    """663a.6(a)."""
    if card[0] == "A":
        return 11 if hand == "high" else 1
    return 10 if card[0] in "TJQK" else int(card[0])


def points(high, low):
    return sum(value(card, "high") for card in high), sum(value(card, "low") for card in low)


def parted(cards):
    """Every way to part five cards into three and two."""
    for low in combinations(cards, 2):
        yield tuple(card for card in cards if card not in low), low


def legal(high, low):
    """663a.11(d): the three higher values in the high hand, the two lower in the low; one ace low at most."""
    if len(high) != 3 or sum(card[0] == "A" for card in low) > 1:
        return False
    return max(value(card, "low") for card in low) <= min(value(card, "high") for card in high)


def dealer_points(cards):
    """663a.11(e): aces high; of four, three high and one low."""
    low_aces = 1 if sum(card[0] == "A" for card in cards) == 4 else 0
    found = {
        points(high, low)
        for high, low in parted(cards)
        if legal(high, low) and sum(card[0] == "A" for card in low) == low_aces
    }
    assert len(found) == 1
    return found.pop()


def poker(cards):
    """663a.6(b): the name of the hand, or the rank of its pair, or nothing."""
    counts = Counter(card[0] for card in cards)
    shape = sorted(counts.values(), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    runs = ["A2345", *(RANKS[low : low + 5] for low in range(9))]
    run = next((run for run in runs if set(run) == set(counts)), None)
    if suited and run:
        return "royal" if run == "TJQKA" else "straight flush"
    if shape[:2] in ([4, 1], [3, 2]):
        return "four" if shape[0] == 4 else "full house"
    if suited or run:
        return "flush" if suited else "straight"
    if shape[0] == 3 or shape[:2] == [2, 2]:
        return "three" if shape[0] == 3 else "two pair"
    return counts.most_common(1)[0][0] if shape[0] == 2 else None


def win(stake, rate):
    return "win", stake * rate, stake


def contest(stakes, mine, theirs):
    """663a.11(g): Ante and Play. 663a.11(j)(1): Tie, high with high and low with low."""
    better = (mine[0] > theirs[0], mine[1] < theirs[1])
    same = (mine[0] == theirs[0]) + (mine[1] == theirs[1])
    result = {}
    for name in ("ante", "play"):
        result[name] = {2: win(stakes[name], 1), 1: ("push", 0, stakes[name]), 0: LOST}[sum(better)]
    result["tie"] = win(stakes.get("tie", 0), {1: 4, 2: 20}[same]) if same else LOST
    return result


def poker_bonus(stake, cards, letter, aces_pay):
    """663a.11(j)(2)."""
    hand = poker(cards)
    if hand in POKER_BONUS[letter]:
        return win(stake, POKER_BONUS[letter][hand])
    if hand is None or RANKS.index(hand) < RANKS.index(LOWEST_PAIR[letter]) or (hand == "A" and not aces_pay):
        return LOST
    return win(stake, 1)


def ante_bonus(described, seat):
    """663a.11(h), 663a.12(b): the extra payout, or nothing."""
    ranks = [card[0] for card in seat["cards"]]
    aces = ranks.count("A")
    if aces < 3:
        return {}
    rates = ANTE_BONUS[described["paytables"]["ante_bonus"]]
    rate = rates[2] if aces == 3 else rates[0] if "2" in ranks else rates[1]
    return {"ante_bonus": ("win", seat["wagers"]["ante"] * rate, 0)}


def plain(described, seat):
    """What each wager of the seat comes to: outcome, payout, stake returned."""
    options, event = described["options"], described.get("event", {}).get("type")
    stakes, chosen = dict(seat["wagers"]), seat["decision"]
    if chosen["action"] == "play":
        stakes["play"] = chosen["play"]
    returned = {name: ("void", 0, stake) for name, stake in stakes.items()}
    exposed = event == "dealer_card_exposed" and options.get("exposed_dealer_card") == "returned"
    if event in VOID_ALL or exposed:
        if chosen["action"] == "forfeit" and options.get("folded_ante") == "lost":
            returned |= {name: LOST for name in ("ante", "tie") if name in returned}
        return returned
    if chosen["action"] == "abandon":
        return dict.fromkeys(stakes, LOST)
    result = {}
    if chosen["action"] == "forfeit":
        result = {name: LOST for name in ("ante", "tie") if name in stakes}
        if options.get("ante_bonus_after_forfeit") == "paid":
            result |= ante_bonus(described, seat)
    else:
        high, low = chosen["high"], chosen["low"]
        ruling = options.get("illegal_setting", SETTINGS[0])
        judged = contest(stakes, points(high, low), dealer_points(described["dealer"]))
        if not legal(high, low) and ruling != "settled as set":
            judged = returned if ruling == SETTINGS[0] else dict.fromkeys(stakes, LOST)
        result = {name: judged[name] for name in ("ante", "play", "tie") if name in stakes}
        result |= ante_bonus(described, seat)
    if "poker_bonus" in stakes:
        letter, aces_pay = described["paytables"]["poker_bonus"], options.get("pair_of_aces_is_better", True)
        result["poker_bonus"] = poker_bonus(stakes["poker_bonus"], seat["cards"], letter, aces_pay)
    return result


def hand_of_a_kind(draw, kind, deck):
    """Five cards off the deck: any, or of the kind that pays."""
    suit, run, rank = draw.choice("cdhs"), draw.choice(["A2345", "56789", "9TJQK"]), draw.choice("2T")
    suited = [card for card in deck if card[1] == suit]
    aces = [card for card in deck if card[0] == "A"]
    pools = {
        "aces": aces[:3],
        "four aces": aces + [card for card in deck if card[0] == "2"][:1],
        "royal": [card for card in suited if card[0] in "TJQKA"],
        "straight flush": [card for card in suited if card[0] in run],
        "four": [card for card in deck if card[0] == rank],
        "flush": draw.sample(suited, min(5, len(suited))),
        "straight": [next((c for c in deck if c[0] == r), "") for r in draw.choice(["A2345", "TJQKA"])],
        "three and a pair": [c for c in deck if c[0] == "8"][:3] + [c for c in deck if c[0] == "K"][:2],
    }
    hand = [card for card in pools.get(kind, []) if card][: draw.choice([4, 5, 5])]
    hand += draw.sample([card for card in deck if card not in hand], 5 - len(hand))
    for card in hand:
        deck.remove(card)
    return draw.sample(hand, 5)


KINDS = (
    "any", "any", "any", "aces", "four aces", "royal", "straight flush", "four", "flush", "straight",
    "three and a pair",
)  # fmt: skip


def decision(draw, cards, ante, event):
    void = event in VOID_ALL
    action = draw.choice(["play"] * 5 + ["forfeit", "forfeit", "abandon"] + ["none"] * (2 * void))
    if action != "play":
        return {"action": action}
    ways = [way for way in parted(cards) if legal(*way)]
    if draw.random() < 0.1:
        ways = [way for way in parted(cards) if not legal(*way)] or ways
    high, low = draw.choice(ways)
    return {"action": action, "play": ante, "high": list(high), "low": list(low)}


def drawn(seed):
    """A round: most of them regular, the rest with an irregularity or a switch set otherwise."""
    draw = random.Random(seed)
    few = draw.choice([RANKS, RANKS, "A2TJQK", "AKQJT98"])
    deck = [card for card in DECK if card[0] in few]
    event = draw.choice([*VOID_ALL, "dealer_card_exposed"]) if draw.random() < 0.2 else None
    described = {
        "game": "five_card_hi_lo",
        "rulebook": "663a@2014-02-01",
        "paytables": {"ante_bonus": draw.choice("ABCD"), "poker_bonus": draw.choice("AB")},
        "options": {},
        "dealer": hand_of_a_kind(draw, draw.choice(["any", "any", "aces", "four aces"]), deck),
        "seats": [],
    }
    switches = {
        "ante_bonus_after_forfeit": ["not_paid", "paid"],
        "pair_of_aces_is_better": [True, False],
        "illegal_setting": SETTINGS,
        "exposed_dealer_card": ["played_on", "returned"],
        "folded_ante": ["returned", "lost"],
    }
    for name, values in switches.items():
        if draw.random() < 0.3:
            described["options"][name] = draw.choice(values)
    if event:
        described["event"] = {"type": event}
        if event == "stub_count_wrong":
            described["event"] |= {"misdealt": draw.random() < 0.5, "cards": draw.choice([51, 52, 53])}
    for number in draw.sample(range(1, 7), draw.randint(1, min(6, len(deck) // 5))):
        ante = draw.choice([1, 500, 1001, 2_333_333])
        wagers = {"ante": ante}
        for name in ("tie", "poker_bonus"):
            if draw.random() < 0.6:
                wagers[name] = draw.choice([1, 777])
        cards = hand_of_a_kind(draw, draw.choice(KINDS), deck)
        seat = {"seat": number, "cards": cards, "wagers": wagers}
        described["seats"].append({**seat, "decision": decision(draw, cards, ante, event)})
    numbers = {seat["seat"]: seat for seat in described["seats"]}
    if 2 in numbers and 3 in numbers and draw.random() < 0.5:
        numbers[2]["player"] = numbers[3]["player"] = "one with two boxes"
    return described


def expected(described):
    """The seats of the answer, in the order of the description, without rates and sections."""
    seats = []
    for seat in described["seats"]:
        result = plain(described, seat)
        back = sum(payout + returned for _, payout, returned in result.values())
        seats.append({"seat": seat["seat"], "total_returned_to_player_cents": back, "wagers": result})
    return seats


def settled(seed):
    """A round, what it must pay, and its meters: it has none."""
    described = drawn(seed)
    return described, expected(described), {}


@pytest.mark.cites("58 Pa. Code §§ 663a.11(g), 663a.11(h), 663a.11(j), 663a.12, 663a.13")
def test_second_settlement_from_the_text_agrees(first_seed):
    assert_batch_agrees(first_seed, settled)


def met(described):
    """What a drawn round shows, as labels."""
    event, options = described.get("event", {}).get("type"), described["options"]
    theirs = dealer_points(described["dealer"])
    yield "dealer's aces", sum(card[0] == "A" for card in described["dealer"])
    for seat in described["seats"]:
        chosen, result = seat["decision"], plain(described, seat)
        yield event, chosen["action"]
        if event:
            continue
        aces = sum(card[0] == "A" for card in seat["cards"])
        yield "aces", aces, chosen["action"], options.get("ante_bonus_after_forfeit", "not_paid")
        if "ante_bonus" in result:
            rate = result["ante_bonus"][1] // seat["wagers"]["ante"]
            yield "ante bonus", described["paytables"]["ante_bonus"], rate
        if "poker_bonus" in result and chosen["action"] != "abandon":
            yield "poker bonus", described["paytables"]["poker_bonus"], poker(seat["cards"])
        if chosen["action"] == "play":
            mine = points(chosen["high"], chosen["low"])
            yield "set", legal(chosen["high"], chosen["low"]), options.get("illegal_setting", SETTINGS[0])
            over, under = ((a > b) - (a < b) for a, b in zip(mine, theirs, strict=True))
            yield "compared", over, under


def test_drawn_rounds_meet_every_row():
    seen = Counter(label for seed in range(ROUNDS) for label in met(drawn(seed)))
    wanted = {(event, act) for event in VOID_ALL for act in ("play", "forfeit", "abandon", "none")}
    wanted |= {
        (event, act) for event in (None, "dealer_card_exposed") for act in ("play", "forfeit", "abandon")
    }
    wanted |= {("dealer's aces", count) for count in range(5)}
    wanted |= {("aces", n, "forfeit", paid) for n in (3, 4) for paid in ("paid", "not_paid")}
    wanted |= {("ante bonus", letter, rate) for letter, rates in ANTE_BONUS.items() for rate in rates}
    wanted |= {
        ("poker bonus", letter, hand) for letter in POKER_BONUS for hand in (*POKER_HANDS, *RANKS, None)
    }
    wanted |= {("set", whether, ruling) for whether in (True, False) for ruling in SETTINGS}
    wanted |= {("compared", high, low) for high in (-1, 0, 1) for low in (-1, 0, 1)}
    assert wanted - set(seen) == set()
