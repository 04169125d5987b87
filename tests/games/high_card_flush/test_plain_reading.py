"""High Card Flush by a plain reading of 678a, both texts: slow, literal, and sharing nothing with the game.

Hands are found by trying every combination; the paytables are typed here from the chapter once more. Each
seeded round is settled twice, by this reading and by `answer`, and the two must agree to the cent.
"""

import random
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from tests.games.plain_readings import (
    LOST,
    ROUNDS,
    Settled,
    assert_batch_agrees,
    assert_named_where_it_matters,
)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
PROPOSED, CODIFIED = "678a@2015-proposed", "678a@2019-11-02"
# Flush Bonus, 678a.12(b): seven, six, five, four cards of one suit.
FLUSH_BONUS = {
    "A": (300, 100, 10, 1),
    "B": (100, 20, 10, 2),
    "C": (200, 60, 12, 1),
    "D": (500, 50, 12, 1),
    "E": (400, 60, 12, 1),
    "F": (400, 100, 10, 1),
    "G": (500, 100, 10, 1),
    "H": (250, 100, 10, 1),
}
FLUSH_BONUS_2015 = FLUSH_BONUS | {"C": (200, 20, 10, 2), "D": (300, 75, 5, 2)}
# Straight Flush Bonus, 678a.12(c): seven, six, five, four, three cards in sequence.
STRAIGHT_FLUSH_BONUS = {
    "A": (8000, 1000, 100, 60, 7),
    "B": (1000, 500, 100, 75, 7),
    "C": (500, 200, 100, 60, 8),
    "D": (1000, 500, 100, 60, 8),
}
STRAIGHT_FLUSH_BONUS_2015 = STRAIGHT_FLUSH_BONUS | {"A": (500, 200, 100, 75, 7)}
# Progressive, 678a.12(d)(1), for 1: five, four, three cards; six and seven are shares of the meter.
PROGRESSIVE = {"A": {5: 250, 4: 40, 3: 3}, "B": {5: 900, 4: 50}}
OPTIONAL = ("flush_bonus", "straight_flush_bonus", "progressive")
VOIDING = ("face_up_multiple", "incorrect_number", "shoe_jam", "stub_count_wrong")
HARMLESS = ("face_up_single", "drawn_in_error", "shuffler_jam", "device_out_of_order")
LIMIT = 5_000_000
SWITCHES = {
    "straight_flush_ace_low": [True, False],
    "flush_comparison": ["flush_cards", "all_seven"],
    "folded_ante": ["returned", "lost"],
}


def number(card):
    return RANKS.index(card[0]) + 2


def highest_flush(cards):
    """678a.6(b): how many cards of one suit, and those cards from the top; the best of the four suits."""
    suits = [sorted((number(card) for card in cards if card[1] == suit), reverse=True) for suit in SUITS]
    return max((len(held), held) for held in suits)


def longest_straight_flush(cards, ace_low):
    """678a.6(d): the most cards of one suit in sequence, by trying every choice of them."""
    for size in range(7, 2, -1):
        for chosen in combinations(cards, size):
            if len({card[1] for card in chosen}) > 1:
                continue
            ways = [{number(card) for card in chosen}]
            if ace_low:
                ways.append({1 if n == 14 else n for n in ways[0]})
            if any(max(way) - min(way) == size - 1 for way in ways):
                return size
    return 2


def compare(ours, theirs, all_seven):
    """678a.6(c): positive when `ours` is higher. The length of the flush first, then card by card."""
    one, two = highest_flush(ours), highest_flush(theirs)
    if all_seven and one[0] == two[0]:
        one, two = (sorted(map(number, hand), reverse=True) for hand in (ours, theirs))
    return (one > two) - (one < two)


class PlainReading:
    """The settlement of one described round, step by step as 678a.11 to 678a.13 put it."""

    def __init__(self, described):
        self.round = described
        self.options = described["options"]
        self.kind = described.get("event", {}).get("type")
        self.proposed = described["rulebook"] == PROPOSED
        self.meter = described["meters"].get("progressive", 0)
        self.reserve, self.reseed = 0, None
        if isinstance(self.meter, dict):
            self.reserve, self.reseed = self.meter.get("reserve", 0), self.meter.get("reseed")
            self.meter = self.meter["amount"]
        self.seen = Counter()

    def settle(self):
        results = {}
        for seat in sorted(self.round["seats"], key=lambda seat: -seat["seat"]):
            results[seat["seat"]] = {"seat": seat["seat"], "wagers": self.seat(seat)}
        for result in results.values():
            result["total_returned_to_player_cents"] = sum(
                wager.payout_cents + wager.returned_stake_cents for wager in result["wagers"].values()
            )
        if "payout_limit_cents" in self.options:
            self.limit(results, self.options["payout_limit_cents"])
        meters = {"progressive": self.meter} if "progressive" in self.round["meters"] else {}
        return [results[seat["seat"]] for seat in self.round["seats"]], meters

    def seat(self, seat):
        action, stakes = seat["decision"]["action"], dict(seat["wagers"])
        if action == "raise":
            stakes["raise"] = seat["decision"]["raise"]
        self.seen[f"action {action}"] += 1
        wagers = {}
        for name in ("ante", "raise", *OPTIONAL):
            if name in stakes:
                wagers[name] = self.wager(name, stakes[name], seat)
        return wagers

    def wager(self, name, stake, seat):
        action = seat["decision"]["action"]
        if self.kind in VOIDING or (self.kind == "dealer_card_exposed" and name in {"ante", "raise"}):
            self.seen[f"{self.kind} {action}"] += 1
            if name == "ante" and action == "fold" and self.options.get("folded_ante") == "lost":
                return LOST
            return Settled("void", 0, stake)
        if action == "abandon":
            return LOST
        return getattr(self, name)(stake, seat)

    def qualifies(self):
        """678a.11(d): a three-card flush, nine high, or better."""
        return highest_flush(self.round["dealer"]) >= (3, [9])

    def versus_dealer(self, seat):
        all_seven = self.options.get("flush_comparison") == "all_seven"
        return compare(seat["cards"], self.round["dealer"], all_seven)

    def ante(self, stake, seat):
        """678a.11(c)(2), (d)(1), (d)(2)(ii)."""
        if seat["decision"]["action"] == "fold":
            return LOST
        if not self.qualifies():
            self.seen["unqualified dealer"] += 1
            return Settled("win", stake, stake)
        return self.raise_or_ante_by_rank(stake, seat)

    def raise_(self, stake, seat):
        if not self.qualifies():
            return Settled("push", 0, stake)
        return self.raise_or_ante_by_rank(stake, seat)

    def raise_or_ante_by_rank(self, stake, seat):
        difference = self.versus_dealer(seat)
        self.seen[f"contest {difference}"] += 1
        if difference > 0:
            return Settled("win", stake, stake)
        return LOST if difference < 0 else Settled("push", 0, stake)

    def flush_bonus(self, stake, seat):
        """678a.11(e)(1)."""
        size = highest_flush(seat["cards"])[0]
        letter = self.round["paytables"]["flush_bonus"]
        if size < 4:
            return LOST
        self.seen[f"{self.round['rulebook']} flush_bonus {letter} {size}"] += 1
        table = FLUSH_BONUS_2015 if self.proposed else FLUSH_BONUS
        return Settled("win", stake * table[letter][7 - size], stake)

    def straight_flush_bonus(self, stake, seat):
        """678a.11(e)(2)."""
        size = self.straight_flush(seat)
        letter = self.round["paytables"]["straight_flush_bonus"]
        if size < 3:
            return LOST
        self.seen[f"{self.round['rulebook']} straight_flush_bonus {letter} {size}"] += 1
        table = STRAIGHT_FLUSH_BONUS_2015 if self.proposed else STRAIGHT_FLUSH_BONUS
        return Settled("win", stake * table[letter][7 - size], stake)

    def straight_flush(self, seat):
        ace_low = self.options.get("straight_flush_ace_low", True)
        size = longest_straight_flush(seat["cards"], ace_low)
        if size != longest_straight_flush(seat["cards"], not ace_low):
            self.seen[f"ace low matters {ace_low}"] += 1
        return size

    def progressive(self, stake, seat):
        """678a.11(e)(3), 678a.12(d): a folded player keeps it; the meter as it stands at his turn."""
        size = self.straight_flush(seat)
        letter = self.round["paytables"]["progressive"]
        self.seen[f"{self.round['rulebook']} progressive {letter} {size} {seat['decision']['action']}"] += 1
        if size == 7:
            award = self.meter
            # 2019: $0 again. 2015: the reset is at least $30,000, whatever the wager.
            reseed = (3_000_000 if self.proposed else 0) if self.reseed is None else self.reseed
            self.meter, self.reserve = reseed + self.reserve, 0
            self.seen["whole meter"] += 1
            return Settled("win", award, 0)
        if size == 6:
            award = self.meter // 10
            self.meter -= award
            return Settled("win", award, 0)
        if size in PROGRESSIVE[letter]:
            return Settled("win", stake * PROGRESSIVE[letter][size], 0)
        return LOST

    def limit(self, results, limit):
        """678a.12(e): Ante and Raise of one player in one round, all his boxes together, cut pro rata."""
        player = {s["seat"]: s.get("player", f"alone at {s['seat']}") for s in self.round["seats"]}
        won = {
            number_: [r["wagers"][w].payout_cents for w in ("ante", "raise") if w in r["wagers"]]
            for number_, r in results.items()
        }
        for number_, result in results.items():
            boxes = [other for other in results if player[other] == player[number_]]
            together = sum(sum(won[box]) for box in boxes)
            uncapped = limited = sum(won[number_])
            if together > limit:
                self.seen[f"limit cuts {min(len(boxes), 2)} boxes"] += 1
                before = sum(sum(won[box]) for box in boxes if box > number_)  # the right is first
                limited = (before + uncapped) * limit // together - before * limit // together
            result["aggregate_limit"] = {"uncapped_cents": uncapped, "limited_cents": limited}
            result["total_returned_to_player_cents"] -= uncapped - limited


setattr(PlainReading, "raise", PlainReading.raise_)


def hand(rng, deck):
    """Seven cards of a kind drawn by lot: anything, many of one suit, a sequence, or few ranks' worth."""
    kind = rng.choice(["any", "any", "suit", "run", "run", "wheel", "low"])
    suit, size = rng.choice(SUITS), rng.randint(3, 7)
    wanted = []
    if kind == "suit":
        wanted = [card for card in deck if card[1] == suit]
        rng.shuffle(wanted)
    elif kind == "run":
        start = rng.randint(0, 13 - size)
        wanted = [rank + suit for rank in RANKS[start : start + size]]
    elif kind == "wheel":
        wanted = [rank + suit for rank in ("A" + RANKS)[:size]]
    elif kind == "low":
        wanted = [card for card in deck if card[0] in "2345678"]
        rng.shuffle(wanted)
        size = 7
    chosen = [card for card in wanted[:size] if card in deck]
    rest = [card for card in deck if card not in chosen]
    chosen += rng.sample(rest, 7 - len(chosen))
    rng.shuffle(chosen)
    for card in chosen:
        deck.remove(card)
    return chosen


def twin(rng, dealer, deck):
    """The dealer's ranks in other suits where they are left, so that hands tie or nearly do."""
    swap = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))
    chosen = [card[0] + swap[card[1]] for card in dealer]
    if any(card not in deck for card in chosen):
        return hand(rng, deck)
    spare = rng.choice(chosen)
    for card in chosen:
        deck.remove(card)
    if rng.random() < 0.5 and deck:
        other = rng.choice(deck)
        deck[deck.index(other)] = spare
        chosen[chosen.index(spare)] = other
    return chosen


def raise_of(rng, cards, ante):
    """678a.11(b): one, up to two or up to three times the Ante."""
    size = highest_flush(cards)[0]
    most = ante * (1 if size < 5 else 2 if size == 5 else 3)
    return rng.choice([ante, most, rng.randint(ante, most)])


def some_meter(rng):
    amount = rng.choice([0, 7, 3_000_009, rng.randrange(1, 60_000_000)])
    reserve, reseed = {"reserve": rng.randrange(900_000)}, {"reseed": rng.randrange(4_000_000)}
    return rng.choice(
        [amount, {"amount": amount}, {"amount": amount} | reserve, {"amount": amount} | reserve | reseed]
    )


def some_event(rng):
    kind = rng.choice([*VOIDING, *HARMLESS, *["dealer_card_exposed"] * 4])
    if kind != "stub_count_wrong":
        return {"type": kind}
    misdealt = rng.random() < 0.5
    return {"type": kind, "misdealt": misdealt, "cards": rng.choice([51, 53, 52] if misdealt else [51, 53])}


def some_seats(rng, deck, dealer, *, codified, big, over):
    """One to six seats; by the codified text neighbours may belong to one player."""
    seats, player = [], None
    for place in sorted(rng.sample(range(1, 7), rng.randint(1, 6))):
        cards = twin(rng, dealer, deck) if rng.random() < 0.3 else hand(rng, deck)
        ante = rng.randrange(1_000_000, 4_000_000) if big else rng.randrange(1, 20_000)
        action = rng.choice(["raise"] * 5 + ["fold", "fold", "abandon"] + ["none"] * (6 if over else 0))
        decision = {"action": action}
        if action == "raise":
            decision["raise"] = raise_of(rng, cards, ante)
        seat = {"seat": place, "cards": cards, "wagers": {"ante": ante}, "decision": decision}
        seat["wagers"] |= {name: rng.randrange(1, 3_000) for name in OPTIONAL if rng.random() < 0.7}
        if codified and rng.random() < 0.5:
            joins = seats and seats[-1]["seat"] == place - 1 and rng.random() < 0.6
            player = player if joins and player else f"player {place}"
            seat["player"] = player
        else:
            player = None
        seats.append(seat)
    rng.shuffle(seats)
    return seats


def some_round(seed):
    """A round that can be, with its rarer features drawn often."""
    rng = random.Random(f"678a {seed}")
    book = rng.choice([PROPOSED, CODIFIED])
    deck = list(DECK)
    dealer = hand(rng, deck)
    event = some_event(rng) if rng.random() < 0.3 else None
    over = event is not None and event["type"] in (*VOIDING, "dealer_card_exposed")
    options, big = {}, False
    if book == CODIFIED and rng.random() < 0.4:
        options["payout_limit_cents"] = rng.choice([LIMIT, LIMIT + rng.randrange(3_000_000)])
        big = rng.random() < 0.7
    for name, values in SWITCHES.items():
        if rng.random() < 0.5:
            options[name] = rng.choice(values)
    described = {
        "game": "high_card_flush",
        "rulebook": book,
        "paytables": {
            "flush_bonus": rng.choice(list(FLUSH_BONUS)),
            "straight_flush_bonus": rng.choice(list(STRAIGHT_FLUSH_BONUS)),
            "progressive": rng.choice("AB"),
        },
        "options": options,
        "meters": {"progressive": some_meter(rng)},
        "seats": some_seats(rng, deck, dealer, codified=book == CODIFIED, big=big, over=over),
        "dealer": dealer,
    }
    return described | ({"event": event} if event else {})


@cache
def read_plainly(seed):
    """A round, what it must pay, what is then on its meters, and what came up in it."""
    reading = PlainReading(some_round(seed))
    return reading.round, *reading.settle(), reading.seen


@pytest.mark.cites("58 Pa. Code §§ 678a.11(d), 678a.11(e), 678a.12, 678a.13")
def test_plain_reading_of_the_rules_agrees(first_seed):
    assert_batch_agrees(first_seed, lambda seed: read_plainly(seed)[:3])


@pytest.mark.parametrize("switch", SWITCHES)
def test_switch_is_named_exactly_where_the_verdict_depends_on_it(switch):
    rounds = (read_plainly(seed)[0] for seed in range(ROUNDS))
    assert_named_where_it_matters(switch, SWITCHES[switch], rounds)


def test_rounds_above_reach_every_row_and_rule():
    seen = Counter()
    for seed in range(ROUNDS):
        seen += read_plainly(seed)[3]
    wanted = {
        f"{book} {name} {letter} {size}"
        for book in (PROPOSED, CODIFIED)
        for name, letters, least in (
            ("flush_bonus", FLUSH_BONUS, 4),
            ("straight_flush_bonus", STRAIGHT_FLUSH_BONUS, 3),
        )
        for letter in letters
        for size in range(least, 8)
    }
    wanted |= {
        f"{book} progressive {letter} {size} {action}"
        for book in (PROPOSED, CODIFIED)
        for letter in "AB"
        for size in range(2, 8)
        for action in ("raise", "fold")
    }
    wanted |= {f"{kind} {a}" for kind in (*VOIDING, "dealer_card_exposed") for a in ("raise", "fold", "none")}
    wanted |= {"contest -1", "contest 0", "contest 1", "unqualified dealer", "action abandon"}
    wanted |= {"ace low matters True", "ace low matters False", "limit cuts 1 boxes", "limit cuts 2 boxes"}
    assert wanted - seen.keys() == set()
