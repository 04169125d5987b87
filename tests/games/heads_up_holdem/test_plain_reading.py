"""Heads-Up Hold 'Em settled a second time, slowly, from the text of 677a alone; both must say the same.

Nothing of `games` is used but the question itself: hands are ranked by sorting and counting every five of the
seven cards, paytables are typed here from the chapter. Rounds are drawn from small decks too, so that royal
flushes, bad beats and equal hands are common; the last test shows that every row was met.
"""

import random
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from tests.games.plain_readings import LOST, ROUNDS, assert_batch_agrees

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
HANDS = (
    "high card",
    "pair",
    "two pair",
    "three",
    "straight",
    "flush",
    "full house",
    "four",
    "straight flush",
    "royal",
)

# 677a.12(b), (c): numerator and denominator on the Odds Wager.
ODDS = {
    "royal": (500, 1),
    "straight flush": (50, 1),
    "four": (10, 1),
    "full house": (3, 1),
    "flush": (3, 2),
    "straight": (1, 1),
}
BAD_BEAT = {"straight flush": 500, "four": 25, "full house": 6, "flush": 5, "straight": 4}
# 677a.12(d): pair of aces, ace and face suited, ace and face unsuited, other pair.
POCKET = {"A": (30, 20, 10, 5), "B": (25, 20, 10, 5), "C": (30, 20, 10, 4)}
# 677a.12(e): royal, straight flush, four, full house, flush, straight, three.
TRIPS = {
    "A": (100, 40, 30, 9, 7, 4, 3),
    "B": (100, 40, 30, 8, 6, 5, 3),
    "C": (100, 40, 30, 7, 6, 5, 3),
    "D": (100, 40, 30, 8, 7, 4, 3),
}
MOST = {"preflop": 3, "flop": 2, "river": 1}
VOID_ALL = ("face_up_multiple_early", "incorrect_number", "shoe_jam", "stub_count_wrong")
EVENTS = (*VOID_ALL, "face_up_multiple_after_initial_two", "dealer_card_exposed")


def five(cards):
    """The rank of five cards: category, then the ranks that decide, those of the category first."""
    counts = Counter(RANKS.index(card[0]) for card in cards)
    ranks = sorted(counts, key=lambda r: (counts[r], r), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    run = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if ranks == [12, 3, 2, 1, 0]:
        run, ranks = True, [3, 2, 1, 0, -1]
    if run and suited:
        name = "royal" if ranks[0] == 12 else "straight flush"
    elif shape == [4, 1]:
        name = "four"
    elif shape == [3, 2]:
        name = "full house"
    elif suited:
        name = "flush"
    elif run:
        name = "straight"
    else:
        names = {(3, 1, 1): "three", (2, 2, 1): "two pair", (2, 1, 1, 1): "pair"}
        name = names.get(tuple(shape), "high card")
    return HANDS.index(name), ranks


@cache
def best(cards):
    return max(five(chosen) for chosen in combinations(cards, 5))


def named(cards):
    return HANDS[best(cards)[0]]


def win(stake, numerator, denominator=1):
    return "win", stake * numerator // denominator, stake


def contest(seat, dealer, board):
    """677a.11(h): Ante, Odds and Raise of a player who raised."""
    stakes = {**seat["wagers"], "raise": seat["decision"]["raise"]}
    ours, theirs = best((*seat["cards"], *board)), best((*dealer, *board))
    hand, opened = HANDS[ours[0]], theirs[0] >= HANDS.index("pair")
    push = {name: ("push", 0, stakes[name]) for name in ("ante", "odds", "raise")}
    lose = dict.fromkeys(("ante", "odds", "raise"), LOST)
    if ours > theirs:
        odds = win(stakes["odds"], *ODDS[hand]) if hand in ODDS else push["odds"]
        ante = win(stakes["ante"], 1) if opened else push["ante"]
        return {"ante": ante, "odds": odds, "raise": win(stakes["raise"], 1)}
    if ours == theirs:
        return push
    if not opened:
        return {**lose, "ante": push["ante"]}
    return {**lose, "odds": win(stakes["odds"], BAD_BEAT[hand])} if hand in BAD_BEAT else lose


def pocket(stake, cards, letter):
    """677a.11(i)(1)."""
    ranks, suits = sorted(card[0] for card in cards), {card[1] for card in cards}
    aces, suited, unsuited, pair = POCKET[letter]
    if ranks[0] == ranks[1]:
        return win(stake, aces if ranks[0] == "A" else pair)
    if "A" in ranks and set(ranks) & set("KQJ"):
        return win(stake, suited if len(suits) == 1 else unsuited)
    return LOST


def trips(stake, cards, letter):
    """677a.11(i)(2)."""
    row = len(HANDS) - 1 - best(cards)[0]
    return win(stake, TRIPS[letter][row]) if row < 7 else LOST


def plain(described, seat):
    """What each wager of the seat comes to: outcome, payout, stake returned."""
    event, action = described.get("event", {}).get("type"), seat["decision"]["action"]
    stakes, board, result = dict(seat["wagers"]), tuple(described.get("community", ())), {}
    if action == "raise":
        stakes["raise"] = seat["decision"]["raise"]
    for name, stake in stakes.items():
        spared = {
            "face_up_multiple_after_initial_two": {"pocket_bonus"},
            "dealer_card_exposed": {"pocket_bonus", "trips_plus"},
        }.get(event, set())
        if event and name not in spared:
            kept = described.get("options", {}).get("folded_ante") == "lost" and action == "fold"
            result[name] = LOST if kept and name in {"ante", "odds"} else ("void", 0, stake)
        elif action == "abandon" or (action == "fold" and name in {"ante", "odds"}):
            result[name] = LOST
        elif name == "pocket_bonus":
            result[name] = pocket(stake, seat["cards"], described["paytables"][name])
        elif name == "trips_plus":
            result[name] = trips(stake, (*seat["cards"], *board), described["paytables"][name])
        else:
            result[name] = contest(seat, described["dealer"], board)[name]
    return result


def limited(result, limit):
    """677a.12(f): Ante, Raise and Odds (Bad Beat too) of a player, cut pro rata: the limit itself is paid."""
    payouts = [result[name][1] for name in ("ante", "raise", "odds") if name in result]
    total = sum(payouts)
    return total, min(total, limit)


def cards_of_a_kind(draw, kind):
    """Cards in the order dealer, board, seats, and for how many seats they are enough."""
    hearts = [card for card in DECK if card[1] == "h"]
    others = draw.sample([card for card in DECK if card[1] != "h"], 20)
    if kind == "all on the board":
        return others[:2] + draw.choice([hearts[-5:], hearts[3:8]]) + others[2:], 6
    if kind == "straight flush beaten":
        return ["9h", "Th", *draw.sample(["6h", "7h", "8h", *others[:2]], 5), "4h", "5h"], 1
    if kind == "four beaten":
        return ["Ac", "Ad", *draw.sample(["Ah", "As", "Kh", "Ks", "2h"], 5), "Kc", "Kd"], 1
    decks = {
        "any": (DECK, 6),
        "high": ([card for card in DECK if card[0] in "TJQKA"], 6),
        "wheel": ([card for card in DECK if card[0] in "A2345"], 6),
        "hearts": (hearts + others[:6], 6),
        "royal": ([*hearts[-5:], "Ac", "Kd", "Qs", "9h", "8h", "2c"], 2),
        "fours": ([*(card for card in DECK if card[0] in "AK"), "2c", "3d", "4h"], 2),
    }
    deck, seats = decks[kind]
    return draw.sample(deck, len(deck)), seats


KINDS = (
    "any", "any", "high", "wheel", "hearts", "royal", "fours", "all on the board", "straight flush beaten",
    "four beaten",
)  # fmt: skip


def decision(draw, ante, event):
    action = draw.choice(["raise", "raise", "raise", "fold", "abandon"] + ["none"] * (2 * bool(event)))
    if action != "raise":
        return {"action": action}
    at = draw.choice(list(MOST))
    return {"action": action, "at": at, "raise": draw.randint(ante, MOST[at] * ante)}


def drawn(seed):
    """A round: half of them regular, the rest with an irregularity, some under a payout limit."""
    draw = random.Random(seed)
    cards, most = cards_of_a_kind(draw, draw.choice(KINDS))
    event = draw.choice([None, *EVENTS]) if draw.random() < 0.3 else None
    deal = iter(cards)
    described = {
        "game": "heads_up_holdem",
        "rulebook": "677a@2015-proposed",
        "paytables": {"pocket_bonus": draw.choice("ABC"), "trips_plus": draw.choice("ABCD")},
        "options": {},
        "dealer": [next(deal) for _ in range(2)],
        "community": [next(deal) for _ in range(5)],
        "seats": [],
    }
    if event:
        described["event"] = {"type": event}
        if event == "stub_count_wrong":
            described["event"] |= {"misdealt": draw.random() < 0.5, "cards": draw.choice([51, 52, 53])}
        described["options"]["folded_ante"] = draw.choice(["returned", "lost"])
    if draw.random() < 0.4:
        described["options"]["payout_limit_cents"] = draw.choice([5_000_000, 5_000_001, 7_777_777])
    for number in draw.sample(range(1, 7), draw.randint(1, most)):
        ante = draw.choice([1, 500, 1001, 2_333_333, 10_000_000])
        wagers = {"ante": ante, "odds": ante}
        for name in ("pocket_bonus", "trips_plus"):
            if draw.random() < 0.6:
                wagers[name] = draw.choice([1, 777])
        seat = {"seat": number, "cards": [next(deal), next(deal)], "wagers": wagers}
        described["seats"].append({**seat, "decision": decision(draw, ante, event)})
    return described


def expected(described):
    """The seats of the answer, in the order of the description, without rates and sections."""
    seats = []
    for seat in described["seats"]:
        result = plain(described, seat)
        back = sum(payout + returned for _, payout, returned in result.values())
        shown = {"seat": seat["seat"], "total_returned_to_player_cents": back, "wagers": result}
        limit = described["options"].get("payout_limit_cents")
        if limit:
            before, after = limited(result, limit)
            shown["aggregate_limit"] = {"uncapped_cents": before, "limited_cents": after}
            shown["total_returned_to_player_cents"] -= before - after
        seats.append(shown)
    return seats


def settled(seed):
    """A round, what it must pay, and its meters: it has none."""
    described = drawn(seed)
    return described, expected(described), {}


@pytest.mark.cites("58 Pa. Code §§ 677a.11(h), 677a.11(i), 677a.12, 677a.13")
def test_second_settlement_from_the_text_agrees(first_seed):
    assert_batch_agrees(first_seed, settled)


def met(described):
    """What a drawn round shows, as labels."""
    event = described.get("event", {}).get("type")
    for seat in described["seats"]:
        action, result = seat["decision"]["action"], plain(described, seat)
        yield event, action
        if event or action == "abandon":
            continue
        hand = named((*seat["cards"], *described["community"]))
        if action == "raise":
            opened = named((*described["dealer"], *described["community"])) != "high card"
            yield "raise", opened, result["raise"][0]
            yield "odds", hand, result["odds"][0]
            if result["raise"][0] == "lose" and result["odds"][0] == "win":
                yield "bad beat", hand
            limit = described["options"].get("payout_limit_cents")
            if limit and limited(result, limit)[0] > limit:
                yield ("cut",)
        for name in ("pocket_bonus", "trips_plus"):
            if name in result:
                label = hand if name == "trips_plus" else result[name][1] // seat["wagers"][name]
                yield name, described["paytables"][name], label


def test_drawn_rounds_meet_every_row():
    seen = Counter(label for seed in range(ROUNDS) for label in met(drawn(seed)))
    wanted = {(event, action) for event in EVENTS for action in ("raise", "fold", "abandon", "none")}
    wanted |= {(None, "raise"), (None, "fold"), (None, "abandon"), ("cut",)}
    wanted |= {("raise", opened, outcome) for opened in (True, False) for outcome in ("win", "push", "lose")}
    wanted |= {("odds", hand, "win") for hand in ODDS} | {("bad beat", hand) for hand in BAD_BEAT}
    wanted |= {("odds", hand, "push") for hand in HANDS}
    wanted |= {("trips_plus", letter, hand) for letter in TRIPS for hand in HANDS}
    wanted |= {("pocket_bonus", letter, rate) for letter, row in POCKET.items() for rate in (*row, 0)}
    assert wanted - set(seen) == set()
