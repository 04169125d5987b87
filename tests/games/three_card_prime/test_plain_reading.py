"""Three Card Prime settled a second time, slowly, from the text of 679a alone; both must say the same.

Nothing of `games` is used but the question itself: hands are ranked by sorting and counting, six cards by
every five of them, paytables are typed here from the chapter. Some rounds come from small or stacked decks,
so that bad beats and six-card royal flushes are common; the last test shows that every row was met.
"""

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.games.plain_readings import LOST, ROUNDS, assert_batch_agrees

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
HANDS = ("high card", "pair", "flush", "straight", "three", "straight flush", "mini-royal")
ALL_SIX_HANDS = (
    "six-card royal", "royal", "straight flush", "four", "full house", "flush", "straight", "three",
)  # fmt: skip

# 679a.12(b) to (g), in the order of HANDS from the lowest up; ALL_SIX from the royal flush down.
PLAY = dict(zip(HANDS, (1, 1, 1, 2, 5, 6, 10), strict=True))
BAD_BEAT = {
    "A": {"straight flush": 12, "three": 10, "straight": 4},
    "B": {"straight flush": 12, "three": 10, "straight": 4, "flush": 1},
    "C": {"straight flush": 6, "three": 5, "straight": 2},
    "D": {"straight flush": 6, "three": 5, "straight": 2, "flush": 1},
}
PAIR_BONUS = dict(zip(HANDS[1:], (1, 3, 6, 30, 40, 50), strict=True))
PAIR_BONUS_WITH_2 = {
    "A": dict(zip(HANDS[1:], (1, 6, 12, 60, 80, 100), strict=True)),
    "B": dict(zip(HANDS[1:], (2, 5, 10, 45, 60, 75), strict=True)),
    "C": dict(zip(HANDS[1:], (2, 4, 8, 40, 50, 75), strict=True)),
    "D": dict(zip(HANDS[1:], (1, 4, 8, 40, 50, 75), strict=True)),
}
ALL_SIX = {
    "A": dict(zip(ALL_SIX_HANDS[1:], (1000, 200, 50, 25, 20, 10, 5), strict=True)),
    "B": dict(zip(ALL_SIX_HANDS[1:], (1000, 200, 50, 25, 15, 10, 5), strict=True)),
    "C": dict(zip(ALL_SIX_HANDS[1:], (1000, 200, 100, 20, 15, 9, 8), strict=True)),
    "D": dict(zip(ALL_SIX_HANDS[1:], (1000, 200, 100, 20, 15, 10, 7), strict=True)),
    "E": dict(zip(ALL_SIX_HANDS[1:], (1000, 200, 50, 20, 15, 10, 5), strict=True)),
}
VOID_ALL = ("face_up_multiple", "incorrect_number", "shoe_jam", "stub_count_wrong")
EVENTS = (*VOID_ALL, "dealer_card_exposed")


def three(cards):
    """679a.6(b), (c): category, then the ranks that decide, those of the category first."""
    counts = Counter(RANKS.index(card[0]) for card in cards)
    ranks = sorted(counts, key=lambda r: (counts[r], r), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    run = len(ranks) == 3 and ranks[0] - ranks[2] == 2
    if run and suited:
        name = "mini-royal" if ranks[0] == 12 else "straight flush"
    elif run or suited:
        name = "straight" if run else "flush"
    else:
        name = {1: "three", 2: "pair", 3: "high card"}[len(ranks)]
    return HANDS.index(name), ranks


def five(cards, wheel):
    """679a.6(d): the name of five cards, or nothing below three of a kind."""
    counts = Counter(card[0] for card in cards)
    shape = sorted(counts.values(), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    runs = [RANKS[low : low + 5] for low in range(9)] + ["A2345"] * wheel
    run = next((run for run in runs if set(run) == set(counts)), None)
    if run and suited:
        return "royal" if run == "TJQKA" else "straight flush"
    if shape in ([4, 1], [3, 2]):
        return "four" if shape == [4, 1] else "full house"
    if run or suited:
        return "flush" if suited else "straight"
    return "three" if shape[0] == 3 else None


def six(cards, wheel):
    if {card[0] for card in cards} == set("9TJQKA") and len({card[1] for card in cards}) == 1:
        return "six-card royal"
    names = {five(chosen, wheel) for chosen in combinations(cards, 5)}
    return next((name for name in ALL_SIX_HANDS if name in names), None)


def win(stake, rate):
    return "win", stake * rate, stake


def contest(ante, cards, dealer, letter):
    """679a.11(c)(3): Ante and Play, which are equal."""
    ours, theirs = three(cards), three(dealer)
    hand = HANDS[ours[0]]
    if theirs < (0, [RANKS.index("Q")]):
        return {"ante": ("push", 0, ante), "play": win(ante, 1)}
    if ours >= theirs:
        return {"ante": win(ante, 1), "play": win(ante, PLAY[hand])}
    beaten = BAD_BEAT[letter].get(hand)
    return {"ante": LOST, "play": win(ante, beaten) if beaten else LOST}


def prime(stake, cards, dealer):
    """679a.11(d)(1)."""
    ours, theirs = ({card[1] in "dh" for card in hand} for hand in (cards, dealer))
    if len(ours) == 2:
        return LOST
    return win(stake, 4 if theirs == ours else 3)


def pair_bonus(stake, cards, fourth, letter):
    """679a.11(d)(2)."""
    hand = HANDS[three(cards)[0]]
    if hand == "high card":
        return LOST
    return win(stake, (PAIR_BONUS_WITH_2[letter] if fourth[0] == "2" else PAIR_BONUS)[hand])


def all_six(stake, cards, letter, wheel):
    """679a.11(d)(3)."""
    hand = six(cards, wheel)
    if hand is None:
        return LOST
    if hand == "six-card royal" and letter == "E":
        return win(stake, 200_000 if cards[0][1] == "d" else 20_000)
    return win(stake, ALL_SIX[letter]["royal" if hand == "six-card royal" else hand])


def plain(described, seat):
    """What each wager of the seat comes to: outcome, payout, stake returned."""
    event, action = described.get("event", {}).get("type"), seat["decision"]["action"]
    options, letters, dealer = described["options"], described["paytables"], described["dealer"]
    stakes, cards, result = dict(seat["wagers"]), seat["cards"], {}
    if action == "play":
        stakes["play"] = seat["decision"]["play"]
    for name, stake in stakes.items():
        if event in VOID_ALL or (event and name in {"ante", "play"}):
            kept = name == "ante" and action == "forfeit" and options.get("folded_ante") == "lost"
            result[name] = LOST if kept else ("void", 0, stake)
        elif action == "abandon" or (action == "forfeit" and name == "ante"):
            result[name] = LOST
        elif name == "prime":
            result[name] = prime(stake, cards, dealer)
        elif name == "pair_bonus":
            fourth = seat.get("fourth_card") or described["pair_bonus_community_card"]
            result[name] = pair_bonus(stake, cards, fourth, letters[name])
        elif name == "all_six":
            result[name] = all_six(stake, cards + dealer, letters[name], options.get("all_six_wheel", True))
        else:
            result[name] = contest(stake, cards, dealer, letters["bad_beat"])[name]
    return result


def covered(result):
    """679a.12(h): payouts of Ante and Play, but no Bad Beat Bonus, which a lost Ante gives away."""
    payouts = [result[name][1] for name in ("ante", "play") if name in result]
    return [] if result["ante"] == LOST else payouts


def expected(described):
    """The seats of the answer, in the order of the description, without rates and sections."""
    results = [plain(described, seat) for seat in described["seats"]]
    players = [seat.get("player", seat["seat"]) for seat in described["seats"]]
    limit, seats = described["options"].get("payout_limit_cents"), []
    for seat, player, result in zip(described["seats"], players, results, strict=True):
        back = sum(payout + returned for _, payout, returned in result.values())
        shown = {"seat": seat["seat"], "total_returned_to_player_cents": back, "wagers": result}
        if limit:
            boxes = zip(described["seats"], players, results, strict=True)
            won = {box["seat"]: sum(covered(r)) for box, p, r in boxes if p == player}
            of_player, before = sum(won.values()), won[seat["seat"]]
            after = before
            if of_player > limit:
                earlier = sum(cents for box, cents in won.items() if box > seat["seat"])  # the right is first
                after = (earlier + before) * limit // of_player - earlier * limit // of_player
            shown["aggregate_limit"] = {"uncapped_cents": before, "limited_cents": after}
            shown["total_returned_to_player_cents"] -= before - after
        seats.append(shown)
    return seats


def dealt(draw, kind):
    """Cards in the order dealer, first seat, other seats; and for how many seats they are enough."""
    suit = draw.choice("cdddhs")
    suited = [card for card in DECK if card[1] == suit]
    rest = draw.sample([card for card in DECK if card[1] != suit], 27)
    six_cards = {
        "six-card royal": suited[-6:],
        "royal": [*suited[-5:], rest[-1]],
        "wheel flush": [*suited[:4], suited[-1], rest[-1]],
        "four": [*(card for card in DECK if card[0] == "9"), "3c", "4d"],
    }
    if kind in six_cards:
        first = draw.sample(six_cards[kind], 6)
        return first + [card for card in rest if card not in first], 6
    if kind == "mini-royal":
        return rest[:3] + suited[-3:] + rest[3:], 6
    if kind == "beaten":
        dealer = draw.choice([["Ah", "Kh", "Qh"], ["Kh", "Qh", "Jh"], ["Qc", "Qd", "Qh"]])
        first = draw.choice([["9s", "Ts", "Js"], ["5c", "5d", "5h"], ["2c", "3d", "4h"], ["2s", "9s", "7s"]])
        return dealer + first + [card for card in rest if card not in dealer + first], 4
    decks = {
        "high": ([card for card in DECK if card[0] in "TJQKA"], 4),
        "low": ([card for card in DECK if card[0] in "A23456"], 5),
        "sets": ([card for card in DECK if card[0] in "A2J"], 2),
        "one suit": (suited + rest[:14], 5),
    }
    deck, seats = decks.get(kind, (DECK, 6))
    return draw.sample(deck, len(deck)), seats


KINDS = (
    "any", "six-card royal", "royal", "wheel flush", "four", "mini-royal", "beaten", "high", "low", "sets",
    "one suit",
)  # fmt: skip


def seated(draw, number, cards, event):
    ante = draw.choice([1, 500, 1001, 2_333_333, 3_000_000])
    wagers = {"ante": ante}
    for name in ("prime", "pair_bonus", "all_six"):
        if draw.random() < 0.7:
            wagers[name] = draw.choice([1, 777])
    actions = ["play"] * 5 + ["forfeit", "abandon"] + ["none"] * (3 * bool(event))
    decision = {"action": draw.choice(actions)}
    if decision["action"] == "play":
        decision["play"] = ante
    return {"seat": number, "cards": cards, "wagers": wagers, "decision": decision}


def drawn(seed):
    """A round: most of them regular, the rest with an irregularity, some under a payout limit."""
    draw = random.Random(seed)
    cards, most = dealt(draw, draw.choice(KINDS))
    event = draw.choice(EVENTS) if draw.random() < 0.25 else None
    letters = {"bad_beat": "ABCD", "pair_bonus": "ABCD", "all_six": "ABCDEE"}
    described = {
        "game": "three_card_prime",
        "rulebook": "679a@2019-08-31",
        "paytables": {name: draw.choice(choices) for name, choices in letters.items()},
        "options": {"all_six_wheel": draw.random() < 0.5} if draw.random() < 0.5 else {},
        "dealer": cards[:3],
        "seats": [],
    }
    for index, number in enumerate(draw.sample(range(1, 7), draw.randint(1, most))):
        described["seats"].append(seated(draw, number, cards[3 + 3 * index : 6 + 3 * index], event))
    if event:
        described["event"] = {"type": event}
        if event == "stub_count_wrong":
            described["event"] |= {"misdealt": draw.random() < 0.5, "cards": draw.choice([51, 52, 53])}
        described["options"]["folded_ante"] = draw.choice(["returned", "lost"])
    if draw.random() < 0.5:
        described["options"]["payout_limit_cents"] = draw.choice([5_000_000, 5_000_001, 7_777_777])
    used = cards[: 3 + 3 * len(described["seats"])]
    deal_fourth_cards(draw, described, [card for card in DECK if card not in used])
    boxes = {seat["seat"]: seat for seat in described["seats"]}
    if 4 in boxes and 5 in boxes:
        for number in {3, 4, 5} & set(boxes):
            boxes[number]["player"] = "one with several boxes"
    return described


def deal_fourth_cards(draw, described, left):
    """One for all or one each, a 2 every other time while there are some (the deck begins with them)."""
    if draw.random() < 0.5:
        described["pair_bonus_community_card"] = left[draw.choice([0, -1])]
        return
    for seat in described["seats"]:
        if "pair_bonus" in seat["wagers"]:
            seat["fourth_card"] = left.pop(draw.choice([0, -1]))


def settled(seed):
    """A round, what it must pay, and its meters: it has none."""
    described = drawn(seed)
    return described, expected(described), {}


@pytest.mark.cites("58 Pa. Code §§ 679a.11(c)(3), 679a.11(d), 679a.12, 679a.13")
def test_second_settlement_from_the_text_agrees(first_seed):
    assert_batch_agrees(first_seed, settled)


def met(described):
    """What a drawn round shows, as labels."""
    event = described.get("event", {}).get("type")
    for seat, shown in zip(described["seats"], expected(described), strict=True):
        action = seat["decision"]["action"]
        yield event, action
        limit = shown.get("aggregate_limit")
        if limit and limit["limited_cents"] < limit["uncapped_cents"]:
            yield "cut", "player" in seat
        if not event and action != "abandon":
            yield from met_by_seat(described, seat, shown["wagers"])


def met_by_seat(described, seat, result):
    """What a hand shows that was played or forfeited."""
    letters, hand = described["paytables"], HANDS[three(seat["cards"])[0]]
    if "play" in result:
        yield ("lower", letters["bad_beat"], hand) if result["ante"] == LOST else (result["ante"][0], hand)
    if "prime" in result:
        yield "prime", result["prime"][1] // seat["wagers"]["prime"]
    if "pair_bonus" in result:
        fourth = seat.get("fourth_card") or described["pair_bonus_community_card"]
        yield "pair bonus", letters["pair_bonus"], hand, fourth[0] == "2"
        yield "fourth card", "fourth_card" in seat, hand == "high card"
    if "all_six" in result:
        cards, wheel = seat["cards"] + described["dealer"], described["options"].get("all_six_wheel", True)
        yield "all six", letters["all_six"], six(cards, wheel)
        if six(cards, True) != six(cards, False):
            yield "wheel", wheel
        if six(cards, wheel) == "six-card royal":
            yield "six-card royal", letters["all_six"] == "E", cards[0][1] == "d"


def test_drawn_rounds_meet_every_row():
    seen = Counter(label for seed in range(ROUNDS) for label in met(drawn(seed)))
    wanted = {(event, act) for event in EVENTS for act in ("play", "forfeit", "abandon", "none")}
    wanted |= {(None, act) for act in ("play", "forfeit", "abandon")}
    wanted |= {(outcome, hand) for outcome in ("win", "push") for hand in HANDS}
    wanted |= {("lower", letter, hand) for letter in BAD_BEAT for hand in HANDS[:-1]}
    wanted |= {("prime", rate) for rate in (0, 3, 4)} | {("cut", True), ("cut", False)}
    wanted |= {
        ("pair bonus", a, hand, two) for a in PAIR_BONUS_WITH_2 for hand in HANDS for two in (True, False)
    }
    wanted |= {("fourth card", own, loses) for own in (True, False) for loses in (True, False)}
    wanted |= {("all six", letter, hand) for letter in ALL_SIX for hand in (*ALL_SIX_HANDS, None)}
    wanted |= {("wheel", True), ("wheel", False)}
    wanted |= {("six-card royal", *which) for which in [(True, True), (True, False), (False, True)]}
    assert wanted - set(seen) == set()
