"""Texas Hold 'Em Bonus Poker by a plain reading of 647a: slow, literal, and sharing nothing with the game.

Hands are ranked by counting and by trying every five cards; the paytables are typed here from the chapter
once more. Each seeded round is settled twice, by this reading and by `answer`, and must agree to the cent.
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
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL = range(10)
RUNS = [{"A", *"2345"}, *(set(RANKS[low : low + 5]) for low in range(9))]
STRAIGHT_FLUSHES = [{rank + suit for rank in run} for run in [*RUNS, set(RANKS[7:])] for suit in SUITS]
# Progressive Payout, 647a.12(d)(1): the fixed rows, for 1; shares of a meter as (meter, percent).
FIXED = {FULL_HOUSE: 50, FLUSH: 40, STRAIGHT: 30, TRIPS: 9}
PROGRESSIVE = {
    "A": FIXED | {ROYAL: ("progressive", 100), STRAIGHT_FLUSH: ("progressive", 10), QUADS: 300},
    "B": FIXED | {ROYAL: ("mega", 100), STRAIGHT_FLUSH: ("major", 100), QUADS: 300},
    "C": FIXED | {ROYAL: ("mega", 100), STRAIGHT_FLUSH: ("major", 100), QUADS: ("minor", 100), TRIPS: 10},
    "D": FIXED | {ROYAL: ("mega", 100), STRAIGHT_FLUSH: ("major", 100), QUADS: ("minor", 100)},
}
FIVE_CARD = {
    ROYAL: ("five_card", 100),
    STRAIGHT_FLUSH: ("five_card", 10),
    QUADS: 500,
    FULL_HOUSE: 100,
    FLUSH: 50,
}
# 647a.12(d)(3), (e)(4): dollars for every dollar of the wager.
RESEED = {"progressive": 10_000, "mega": 10_000, "major": 1_000, "minor": 250, "five_card": 0}
ENVY = {100: {ROYAL: 100_000, STRAIGHT_FLUSH: 30_000}, 500: {ROYAL: 500_000, STRAIGHT_FLUSH: 150_000}}
# Six Card Bonus, 647a.12(f), to 1: royal, straight flush, four, full house, flush, straight, three.
SIX_CARD = {
    "A": (1000, 200, 50, 25, 20, 10, 5),
    "B": (1000, 200, 50, 25, 15, 10, 5),
    "C": (1000, 200, 100, 20, 15, 9, 8),
    "D": (1000, 200, 100, 20, 15, 10, 7),
    "E": (1000, 200, 50, 20, 15, 10, 5),
}
VOIDING = ("face_up_multiple_early", "incorrect_number", "shoe_jam", "stub_count_wrong")
PARTLY = ("dealer_card_exposed", "face_up_multiple_after_initial_two")
HARMLESS = ("face_up_single", "drawn_in_error", "shuffler_jam", "device_out_of_order")
CONTEST = ("ante", "flop", "turn", "river")
LIMIT = 5_000_000
OPTIONS = {"ante_pays_on": ["straight", "flush"]}
SWITCHES = {
    "progressive_hand": ["two_and_flop", "seven"],
    "envy_goes_by": ["player", "box"],
    "wrong_six_card_number": ["all_wagers", "six_card_bonus"],
    "magic_card_match": ["exact", "rank"],
    "magic_and_lucky_without_win": [True, False],
    "folded_ante": ["returned", "lost"],
}


def rank_five(cards):
    """647a.6(b), (c): the kind of hand, then the ranks that decide within it."""
    held = Counter(card[0] for card in cards)
    one_suit = len({card[1] for card in cards}) == 1
    if set(held) in RUNS:
        height = RUNS.index(set(held))
        if one_suit:
            return (ROYAL if height == 9 else STRAIGHT_FLUSH), [height]
        return STRAIGHT, [height]
    order = sorted(((count, RANKS.index(rank)) for rank, count in held.items()), reverse=True)
    ranks = [rank for _, rank in order]
    kinds = {(4, 1): QUADS, (3, 2): FULL_HOUSE, (3, 1, 1): TRIPS, (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): PAIR}
    kind = kinds.get(tuple(count for count, _ in order), HIGH_CARD)
    return (max(kind, FLUSH) if one_suit else kind), ranks


def best(cards):
    return max(rank_five(five) for five in combinations(cards, 5))


class PlainReading:
    """The settlement of one described round, step by step as 647a.11 to 647a.13 put it."""

    def __init__(self, described):
        self.round = described
        self.options = described["options"]
        self.kind = described.get("event", {}).get("type")
        self.flop = described["community"][:3]
        self.meters = {
            name: dict(meter) if isinstance(meter, dict) else {"amount": meter}
            for name, meter in described["meters"].items()
        }
        self.shares = None
        self.seen = Counter()

    def settle(self):
        self.order = sorted(self.round["seats"], key=lambda seat: -seat["seat"])
        results = {seat["seat"]: {"seat": seat["seat"], "wagers": self.seat(seat)} for seat in self.order}
        self.pay_envy(results)
        for result in results.values():
            wagers = result["wagers"]
            total = sum(wager.payout_cents + wager.returned_stake_cents for wager in wagers.values())
            if "payout_limit_cents" in self.options:
                payouts = [wagers[name].payout_cents for name in CONTEST if name in wagers]
                uncapped = limited = sum(payouts)
                limit = self.options["payout_limit_cents"]
                if uncapped > limit:
                    self.seen["limit cuts"] += 1
                    limited = limit
                result["aggregate_limit"] = {"uncapped_cents": uncapped, "limited_cents": limited}
                total -= uncapped - limited
            result["total_returned_to_player_cents"] = total
        meters = {name: meter["amount"] for name, meter in self.meters.items()}
        return [results[seat["seat"]] for seat in self.round["seats"]], meters

    def seat(self, seat):
        """One seat's wagers in the order in which the dealer comes to them (647a.11(h) to (k))."""
        decision, ante = seat["decision"], seat["wagers"]["ante"]
        self.seen[f"action {decision['action']}"] += 1
        stakes = dict(seat["wagers"])
        if decision["action"] == "play":
            stakes["flop"] = 2 * ante
            stakes |= {street: ante for street in ("turn", "river") if decision[street]}
        wagers = {}
        for name in (*CONTEST, "bonus", "progressive", "fchb_player", "fchb_dealer", "six_card_bonus"):
            if name not in stakes:
                continue
            if self.is_void(name):
                self.seen[f"{self.kind} {decision['action']}"] += 1
                kept = name == "ante" and decision["action"] == "fold"
                lost = kept and self.options.get("folded_ante") == "lost"
                wagers[name] = LOST if lost else Settled("void", 0, stakes[name])
            elif decision["action"] == "abandon":
                wagers[name] = LOST
            elif name in CONTEST:
                wagers[name] = self.contest(name, stakes[name], seat)
            elif name.startswith("fchb"):
                wagers[name] = self.five_card(name, stakes[name], seat)
                wagers |= self.magic_and_lucky(name, stakes[name], seat, wagers[name].outcome == "win")
            else:
                wagers[name] = getattr(self, name)(stakes[name], seat)
        return wagers

    def is_void(self, name):
        """647a.8(h), 647a.13, and what the default or the options make of its silences."""
        if self.kind == "incorrect_number" and len(self.round["six_card_bonus_cards"]) != 4:
            self.seen[f"wrong six {self.options.get('wrong_six_card_number')}"] += 1
            only = self.options.get("wrong_six_card_number") == "six_card_bonus"
            return name == "six_card_bonus" or not only
        return self.kind in VOIDING or (self.kind in PARTLY and name != "bonus")

    def contest(self, name, stake, seat):
        """647a.11(b)(2), (h)(2)."""
        if seat["decision"]["action"] == "fold":
            return LOST
        ours = best(seat["cards"] + self.round["community"])
        theirs = best(self.round["dealer"] + self.round["community"])
        self.seen[f"contest {(ours > theirs) - (ours < theirs)}"] += 1
        if ours < theirs:
            return LOST
        least = STRAIGHT if self.options["ante_pays_on"] == "straight" else FLUSH
        if ours == theirs or (name == "ante" and ours[0] < least):
            return Settled("push", 0, stake)
        self.seen[f"ante pays on {self.options['ante_pays_on']} {ours[0]}"] += name == "ante"
        return Settled("win", stake, stake)

    def bonus(self, stake, seat):
        """647a.12(b)."""
        high, low = sorted((RANKS.index(card[0]) for card in seat["cards"]), reverse=True)
        pair = RANKS[high] + RANKS[low]
        suited = seat["cards"][0][1] == seat["cards"][1][1]
        letter = self.round["paytables"]["bonus"]
        if pair == "AA":
            both = letter == "A" and [card[0] for card in self.round["dealer"]] == ["A", "A"]
            odds = 1000 if both else 30
        elif pair == "AK":
            odds = 25 if suited else 15
        elif pair in {"AQ", "AJ"}:
            odds = 20 if suited else 5
        elif high == low:
            odds = 10 if pair[0] in "KQJ" else 3
        else:
            return LOST
        self.seen[f"bonus {letter} {odds}"] += 1
        return Settled("win", stake * odds, stake)

    def progressive_kind(self, seat):
        if self.options.get("progressive_hand") == "seven":
            return best(seat["cards"] + self.round["community"])[0]
        return rank_five(seat["cards"] + self.flop)[0]

    def progressive(self, stake, seat):
        """647a.11(b)(2)(i)(B), (i); 647a.12(d): the meter as it stands when it is this seat's turn."""
        kind, letter = self.progressive_kind(seat), self.round["paytables"]["progressive"]
        action = seat["decision"]["action"]
        self.seen[f"progressive {letter} {max(kind, TWO_PAIR)} {action}"] += 1
        award = PROGRESSIVE[letter].get(kind)
        if action == "fold" or award is None:
            return LOST
        if isinstance(award, tuple):
            return Settled("win", self.draw(*award, stake), 0)
        return Settled("win", stake * award, 0)

    def draw(self, name, percent, stake):
        meter = self.meters[name]
        amount = meter["amount"] * percent // 100
        if percent == 100:
            meter["amount"] = meter.get("reseed", RESEED[name] * stake) + meter.pop("reserve", 0)
        else:
            meter["amount"] -= amount
        return amount

    def five_card(self, name, stake, seat):
        """647a.11(j), 647a.12(e)(1), (2). A fold does not touch it."""
        cards = seat["cards"] if name == "fchb_player" else self.round["dealer"]
        kind = rank_five(cards + self.flop)[0]
        award = FIVE_CARD.get(kind)
        self.seen[f"{name} {max(kind, STRAIGHT)}"] += 1
        if award is None:
            return LOST
        if isinstance(award, int):
            return Settled("win", stake * award, 0)
        if name == "fchb_player":
            return Settled("win", self.draw(*award, stake), 0)
        return Settled("win", self.dealer_share(award, stake, seat), 0)

    def dealer_share(self, award, stake, seat):
        """Drawn once at the first wagering seat; equal shares a player, in whole cents; the rest stays."""
        if self.shares is None:
            players = {player(s) for s in self.order if self.wagered_on_dealer(s)}
            amount = self.draw(*award, stake)
            share = amount // len(players)
            self.meters["five_card"]["amount"] += amount - share * len(players)
            self.shares = dict.fromkeys(players, share)
            self.seen[f"dealer jackpot {award[1]} {min(len(players), 2)}"] += 1
        if player(seat) not in self.shares:
            self.seen["second box on a dealer jackpot"] += 1
        return self.shares.pop(player(seat), 0)

    @staticmethod
    def wagered_on_dealer(seat):
        return "fchb_dealer" in seat["wagers"] and seat["decision"]["action"] != "abandon"

    def magic_and_lucky(self, name, stake, seat, won):
        """647a.1, 647a.12(e)(3)."""
        if not won and not self.options.get("magic_and_lucky_without_win", True):
            return {}
        results = {}
        own = name == "fchb_player"
        cards, magic = (
            (seat["cards"] if own else self.round["dealer"]) + self.flop,
            self.round.get("magic_card"),
        )
        by_rank = self.options.get("magic_card_match") == "rank"
        if magic and (magic in cards or (by_rank and magic[0] in {card[0] for card in cards})):
            results[f"{name}_magic"] = Settled("win", 20 * stake, 0)
        if self.round.get("lucky_position") == (seat["seat"] if own else "dealer"):
            results[f"{name}_lucky"] = Settled("win", 5 * stake, 0)
        self.seen.update(f"{extra} {won}" for extra in results)
        return results

    def six_card_bonus(self, stake, seat):
        """647a.6(d), 647a.11(k), 647a.12(f)."""
        cards, letter = (
            seat["cards"] + self.round["six_card_bonus_cards"],
            self.round["paytables"]["six_card_bonus"],
        )
        kind = best(cards)[0]
        six_royal = len({card[1] for card in cards}) == 1 and {card[0] for card in cards} == set("AKQJT9")
        self.seen[f"six {letter} {'six royal' if six_royal else kind}"] += 1
        if six_royal and letter == "E":
            return Settled("win", stake * (200_000 if cards[0][1] == "d" else 20_000), stake)
        odds = dict(
            zip(
                (ROYAL, STRAIGHT_FLUSH, QUADS, FULL_HOUSE, FLUSH, STRAIGHT, TRIPS),
                SIX_CARD[letter],
                strict=True,
            )
        )
        return Settled("win", stake * odds[kind], stake) if kind in odds else LOST

    def pay_envy(self, results):
        """647a.11(i)(5), 647a.12(d)(5): for every other player's straight flush or better, folded or not."""
        if self.is_void("progressive"):
            return
        # A player who has left (647a.7(b)) is no longer at the table to hold a hand or to be paid.
        present = [seat for seat in self.order if seat["decision"]["action"] != "abandon"]
        holders = [(player(seat), self.progressive_kind(seat)) for seat in present]
        holders = [(who, kind) for who, kind in holders if kind >= STRAIGHT_FLUSH]
        by_player = self.options.get("envy_goes_by", "player") == "player"
        if by_player:
            holders = [(who, max(k for w, k in holders if w == who)) for who in dict(holders)]
        takers = [seat for seat in present if "progressive" in seat["wagers"]]
        served = set()
        for seat in takers:
            who = player(seat)
            stakes = [
                s["wagers"]["progressive"] for s in takers if player(s) == who and (by_player or s is seat)
            ]
            envied = [kind for holder, kind in holders if holder != who]
            if envied and not (by_player and who in served):
                served.add(who)
                self.seen[f"envy {min(len(envied), 2)} {by_player} {seat['decision']['action']}"] += 1
                paid = sum(ENVY[max(stakes)][kind] for kind in envied)
                results[seat["seat"]]["wagers"]["envy_bonus"] = Settled("win", paid, 0)


def player(seat):
    return seat.get("player", f"alone at {seat['seat']}")


def take(deck, cards):
    for card in cards:
        deck.remove(card)
    return list(cards)


def some_board(rng, deck, size):
    """Anything, cards of one straight flush or royal, or two or three of a rank."""
    kind = rng.choice(["any", "run", "run", "royal", "royal", "rank", "rank"])
    cards = rng.sample(deck, size)
    suit = rng.choice(SUITS)
    if kind in {"run", "royal"}:
        run = sorted(rng.choice(RUNS)) if kind == "run" else RANKS[8 if size == 3 else 7 :]
        cards = [rank + suit for rank in rng.sample(run, size)]
    elif kind == "rank":
        chosen = [card for card in deck if card[0] == cards[0][0]][: rng.randint(2, 3)]
        cards = chosen + rng.sample([c for c in deck if c not in chosen], size - len(chosen))
    if any(card not in deck for card in cards):
        cards = rng.sample(deck, size)
    return take(deck, cards)


def two_cards(rng, deck, board, kind=None):
    """Two cards: anything, what the Bonus pays for, or what makes a strong hand with some of `board`."""
    kinds = ["any", "aces", "big", "pair", "rank", "suit", "straight", "run", "run", "run", "four", "four"]
    kind = kind or rng.choice(kinds)
    high, low = rng.choice(["AK", "AQ", "AJ"])
    ranks = {card[0] for card in board}
    wanted = {
        "any": [],
        "aces": [pair for pair in combinations(deck, 2) if {card[0] for card in pair} == {"A"}],
        "big": [(high + one, low + two) for one in SUITS for two in rng.choice([SUITS, one])],
        "pair": [pair for pair in combinations(deck, 2) if pair[0][0] == pair[1][0]],
        "rank": [pair for pair in combinations(deck, 2) if {card[0] for card in pair} <= ranks],
        "four": [tuple(card for card in deck if card[0] == rank)[:2] for rank in ranks],
        "straight": [tuple(rank + rng.choice(SUITS) for rank in sorted(run - ranks)) for run in RUNS],
        "suit": list(combinations([card for card in deck if card[1] == board[0][1]], 2)),
        "run": [tuple(run - set(board)) for run in STRAIGHT_FLUSHES if len(run - set(board)) <= 2],
    }[kind]
    wanted = [cards for cards in wanted if len(cards) <= 2 and all(card in deck for card in cards)]
    cards = list(rng.choice(wanted)) if wanted else []
    cards.sort()
    cards += rng.sample([card for card in deck if card not in cards], 2 - len(cards))
    rng.shuffle(cards)
    return take(deck, cards)


def some_meter(rng):
    amount = rng.choice([0, 7, 1_000_003, rng.randrange(1, 60_000_000)])
    reserve, reseed = {"reserve": rng.randrange(900_000)}, {"reseed": rng.randrange(4_000_000)}
    return rng.choice(
        [amount, {"amount": amount}, {"amount": amount} | reserve, {"amount": amount} | reserve | reseed]
    )


def some_event(rng):
    kind = rng.choice([*VOIDING, *HARMLESS, *PARTLY, *PARTLY, "incorrect_number"])
    if kind != "stub_count_wrong":
        return {"type": kind}
    misdealt = rng.random() < 0.5
    return {"type": kind, "misdealt": misdealt, "cards": rng.choice([51, 53, 52] if misdealt else [51, 53])}


def some_wagers(rng, big):
    wagers = {"ante": rng.randrange(1_000_000, 4_000_000) if big else rng.randrange(1, 20_000)}
    for name in ("bonus", "six_card_bonus", "fchb_player", "fchb_dealer"):
        if rng.random() < 0.7:
            wagers[name] = rng.randrange(1, 3_000)
    if rng.random() < 0.8:
        wagers["progressive"] = rng.choice([100, 500])
    return wagers


def some_decision(rng, over):
    action = rng.choice(["play"] * 6 + ["fold", "fold", "abandon"] + ["none"] * (4 if over else 0))
    if action != "play":
        return {"action": action}
    return {"action": action, "flop": True, "turn": rng.random() < 0.5, "river": rng.random() < 0.5}


def some_round(seed):
    """A round that can be, with its rarer features drawn often."""
    rng = random.Random(f"647a {seed}")
    deck = list(DECK)
    kind, low, suit = rng.choice([None, None, None, "run"]), rng.randint(1, 9), rng.choice(SUITS)
    flop = take(deck, [RANKS[low + n] + suit for n in range(3)]) if kind else some_board(rng, deck, 3)
    six = some_board(rng, deck, 4)
    event = some_event(rng) if rng.random() < 0.3 else None
    over = event is not None and event["type"] in (*VOIDING, *PARTLY)
    options = {
        name: rng.choice(values) for name, values in (OPTIONS | SWITCHES).items() if rng.random() < 0.5
    }
    options.setdefault("ante_pays_on", "straight")
    big = False
    if rng.random() < 0.3:
        options["payout_limit_cents"] = rng.choice([LIMIT, LIMIT + rng.randrange(3_000_000)])
        big = rng.random() < 0.7
    seats, owner = [], None
    for place in sorted(rng.sample(range(1, 7), rng.randint(1, 6))):
        seat = {"seat": place, "cards": two_cards(rng, deck, rng.choice([flop, flop, six]), kind)}
        seat |= {"wagers": some_wagers(rng, big), "decision": some_decision(rng, over)}
        if rng.random() < 0.6:
            joins = seats and seats[-1]["seat"] == place - 1 and rng.random() < 0.6
            owner = owner if joins and owner else f"player {place}"
            seat["player"] = owner
        else:
            owner = None
        seats.append(seat)
    aces = [card for card in deck if card[0] == "A"]
    dealer = take(deck, aces) if len(aces) == 2 and rng.random() < 0.5 else two_cards(rng, deck, flop)
    rng.shuffle(seats)
    rest = take(deck, rng.sample(deck, 2))
    described = {
        "game": "texas_holdem_bonus",
        "rulebook": "647a@2019-08-31",
        "paytables": {
            "bonus": rng.choice("AB"),
            "six_card_bonus": rng.choice("ABCDE"),
            "progressive": rng.choice("ABCD"),
        },
        "options": options,
        "meters": {name: some_meter(rng) for name in RESEED},
        "seats": seats,
        "dealer": dealer,
        "community": flop + rest,
        "six_card_bonus_cards": six,
        "magic_card": rng.choice([None, rng.choice(DECK), rng.choice(dealer + flop + seats[0]["cards"])]),
        "lucky_position": rng.choice([None, "dealer", rng.choice(seats)["seat"]]),
    }
    if event == {"type": "incorrect_number"} and rng.random() < 0.6:
        described["six_card_bonus_cards"] = six[:3]
        for seat in seats:
            if seat["decision"]["action"] == "none":
                seat["decision"] = {"action": "fold"}
    return described | ({"event": event} if event else {})


@cache
def read_plainly(seed):
    """A round, what it must pay, what is then on its meters, and what came up in it."""
    reading = PlainReading(some_round(seed))
    return reading.round, *reading.settle(), reading.seen


@pytest.mark.cites("58 Pa. Code §§ 647a.11(h)(2), 647a.11(i), 647a.11(j), 647a.11(k), 647a.12, 647a.13")
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
    paying = range(TRIPS, ROYAL + 1)
    wanted = {f"progressive {letter} {kind} play" for letter in "ABCD" for kind in (TWO_PAIR, *paying)}
    wanted |= {f"six {letter} {kind}" for letter in "ABCDE" for kind in (*paying, "six royal")}
    wanted |= {f"bonus {letter} {odds}" for letter in "AB" for odds in (30, 25, 20, 15, 10, 5, 3)} | {
        "bonus A 1000"
    }
    wanted |= {f"fchb_{hand} {kind}" for hand in ("player", "dealer") for kind in range(STRAIGHT, ROYAL + 1)}
    wanted |= {
        f"fchb_{hand}_{extra} {won}"
        for hand in ("player", "dealer")
        for extra in ("magic", "lucky")
        for won in (True, False)
    }
    wanted |= {f"dealer jackpot {percent} {players}" for percent in (10, 100) for players in (1, 2)}
    wanted |= {
        f"envy {n} {by_player} {a}" for n in (1, 2) for by_player in (True, False) for a in ("play", "fold")
    }
    wanted |= {f"{kind} {a}" for kind in (*VOIDING, *PARTLY) for a in ("play", "fold", "none", "abandon")}
    wanted |= {f"ante pays on straight {kind}" for kind in range(STRAIGHT, ROYAL + 1)}
    wanted |= {f"ante pays on flush {kind}" for kind in range(FLUSH, ROYAL + 1)}
    wanted |= {"contest -1", "contest 0", "contest 1", "limit cuts", "second box on a dealer jackpot"}
    wanted |= {"progressive A 9 fold", "progressive A 8 fold", "action abandon"}
    wanted |= {f"wrong six {value}" for value in (None, "all_wagers", "six_card_bonus")}
    assert wanted - seen.keys() == set()
