"""Texas Hold 'Em Bonus on the floor: awards, envy, the Five Card Hand Bonus, folded cards, payout limit."""

import json
from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from events.body import decode_body
from events.envelope import read_header
from events.topics import METERS
from events.vocabulary.table import ChapterLimit
from floor.casino import Casino
from floor.houses.folding import FoldingHouse
from floor.life import Stop
from floor.plan import START_US, lay_out
from floor.table.conduct import Conduct, Interrupted
from games.cards import parse
from streams.clock import GamingDays
from tests.floor.rebuilt import rounds_of
from tests.floor.watched import FACILITY, lucky, played

GAME = ("texas_holdem_bonus",)
FLOP = "7s 6s 5s"
STRAIGHT_FLUSHES = {2: "9s 8s", 5: "4s 3s", "community": FLOP}
"""With the Flop box 2 and box 5 have a straight flush: at both of them percentages, for the others envy."""
DEALERS = {"dealer": "9s 8s", "community": FLOP, 3: "7d 7c"}
"""The dealer's hand wins 10% of the Five Card meter; box 3 has three of a kind."""


@pytest.fixture(scope="module")
def flushes(tmp_path_factory):
    """Eight linked tables where boxes 2 and 5 are lucky."""
    data = tmp_path_factory.mktemp("flushes")
    with played(data, tables=8, rounds=30, games=GAME, deck=lucky(STRAIGHT_FLUSHES)) as done:
        yield done


@pytest.fixture(scope="module")
def dealers(tmp_path_factory):
    """Eight linked tables where the dealer is lucky, and some players back that hand on two boxes."""
    data = tmp_path_factory.mktemp("dealers")
    with played(data, seed=15, tables=8, rounds=30, games=GAME, deck=lucky(DEALERS)) as done:
        yield done


def of_type(events, *types):
    return [(event, decode_body(event)) for event in events if event.type in types]


def events_of(plan, rounds):
    """What the tables of a plan say, kept by pure folds."""
    events, days = [], GamingDays()
    house = FoldingHouse(FACILITY, days, lambda sealed: events.extend(read_header(s.value) for s in sealed))
    Casino(house, plan.tables(START_US, days), plan.links, Stop(rounds)).run()
    return events


def decided(floor, *types):
    records = [read_header(record.value) for record in floor.embedded.log.read(METERS, 0, 0)]
    return of_type(records, *types)


def test_lucky_rounds_are_settled_as_the_rules_say(flushes, dealers):
    """What the meters pay aside: that is what they locked."""
    for floor in (flushes, dealers):
        rounds = rounds_of(floor.events)
        assert len(rounds) == 240
        for name, played_round in rounds.items():
            settlement = played_round.verdict()
            assert played_round.envies == [
                (envy.seat, envy.holder, envy.hand, envy.amount) for envy in settlement.envies
            ], name
            for seat in settlement.seats:
                for wager, verdict in seat.wagers.items():
                    if wager == "envy_bonus":
                        continue
                    done = played_round.settled[seat.seat, wager]
                    assert (done.outcome, done.returned_mc) == (verdict.outcome, verdict.returned * 1_000)
                    if (seat.seat, wager) not in played_round.claims:
                        assert done.paid_mc == verdict.payout * 1_000, (name, seat.seat, wager)


def test_every_percentage_is_paid_at_the_amount_that_a_meter_locked_and_none_is_refused(flushes, dealers):
    for floor in (flushes, dealers):
        locked = {}
        for event, body in decided(floor, "award_locked"):
            for share in body.shares:
                locked[event.owner, body.table, body.claim_seq, share.seat] = share.amount_mc
        back = {(e.owner, b.table, b.claim_seq) for e, b in decided(floor, "award_returned")}
        locked = {place: amount_mc for place, amount_mc in locked.items() if place[:3] not in back}
        paid = {
            (body.link, event.owner, body.claim_seq, body.seat): body.amount_mc
            for event, body in of_type(floor.events, "progressive_paid")
        }
        assert len(paid) > 50
        assert paid == locked
        assert {body.paid_from for _, body in of_type(floor.events, "progressive_paid")} == {"cage"}
        assert not decided(floor, "leg_refused")
        assert floor.problems() == []


@pytest.mark.cites("58 Pa. Code § 647a.11(i)(5)")
@pytest.mark.cites("58 Pa. Code §§ 647a.11(i), 647a.11(j)")
def test_what_the_round_shows_is_the_hand_that_is_claimed_and_validated(flushes, dealers):
    """A player's two cards or the dealer's, with the Flop, for each of the three progressive wagers."""
    wagers = set()
    for floor in (flushes, dealers):
        claims = {}
        for event, body in of_type(floor.events, "progressive_claimed"):
            claims[event.owner, event.seq] = body.hand
            wagers.add(body.wager)
            assert (body.shown.round_found, body.shown.hand) == (True, body.hand)
        for event, body in of_type(floor.events, "progressive_validated"):
            hand = claims[event.owner, body.claim_seq]
            assert (body.seen.hand, body.shown.hand) == (hand, hand)
    assert wagers == {"progressive", "fchb_player", "fchb_dealer"}


def test_envy_is_paid_after_the_players_own_progressive_for_a_hand_that_lies_open(flushes):
    """A $1 wager gets $300 and a $5 wager $1,500 for a straight flush of somebody else."""
    shown, last, amounts = defaultdict(set), {}, Counter()
    for event in flushes.events:
        if event.type not in ("hand_revealed", "hand_collected", "wager_settled", "envy_paid"):
            continue
        body = decode_body(event)
        if event.type == "hand_revealed":
            shown[event.round].add(body.seat)
        elif event.type == "hand_collected":
            shown[event.round].discard(body.seat)
        elif event.type == "wager_settled":
            last[event.round] = (body.seat, body.wager)
            assert body.wager != "envy_bonus"
        else:
            assert last[event.round] == (body.seat, "progressive")
            assert body.holder_seat in shown[event.round]
            assert body.holder_seat != body.seat
            amounts[body.hand, body.amount_mc] += 1
    assert amounts[("straight_flush", 30_000_000)] + amounts[("straight_flush", 150_000_000)] > 50
    assert {hand for hand, _ in amounts} == {"straight_flush"}


def test_envy_is_house_money_and_stands_in_the_books_once(flushes):
    paid = sum(body.amount_mc for _, body in of_type(flushes.events, "envy_paid"))
    entries = flushes.embedded.store.rows("SELECT postings FROM entries")
    posted = [posting for row in entries for posting in json.loads(row["postings"])]
    settled = flushes.embedded.store.rows("SELECT DISTINCT wager FROM play")
    assert paid > 0
    assert sum(mc for account, _, _, mc, _ in posted if account == "envy") == paid
    assert "envy_bonus" not in {row["wager"] for row in settled}


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
def test_the_dealers_jackpot_is_claimed_once_a_round_and_shared_equally_by_the_players(dealers):
    claims, shares, seqs, several, twice = {}, defaultdict(dict), {}, 0, 0
    backed = defaultdict(lambda: defaultdict(set))
    boxes = defaultdict(set)
    rounds = rounds_of(dealers.events)
    for name, one in rounds.items():
        for number, seen in one.view.seats.items():
            if "fchb_dealer" in seen.wagers:
                boxes[name].add(number)
                if number not in one.left:
                    backed[name][one.player_of[number]].add(number)
    rejected = {(e.stream, b.claim_seq) for e, b in of_type(dealers.events, "progressive_rejected")}
    for event, body in of_type(dealers.events, "progressive_claimed", "progressive_paid"):
        if (event.stream, event.seq) in rejected:
            continue  # entered again
        if event.type == "progressive_claimed" and body.wager == "fchb_dealer":
            assert event.round not in claims
            claims[event.round] = body
            seqs[event.round] = event.seq
            described = rounds[event.round].described()
            assert tuple(map(parse, body.cards)) == described.dealer + described.community[:3]
        elif event.type == "progressive_paid" and body.claim_seq == seqs.get(event.round):
            shares[event.round][body.seat] = body.amount_mc
    assert len(claims) > 50
    for name, claim in claims.items():
        players = backed[name]
        assert len(shares[name]) == len(players)
        assert len(set(shares[name].values())) == 1
        assert all(len(theirs & shares[name].keys()) == 1 for theirs in players.values())
        assert sorted(claim.sharing_seats) == (sorted(shares[name]) if len(players) > 1 else [])
        assert sorted((*(claim.sharing_seats or [claim.seat]), *claim.other_boxes)) == sorted(boxes[name])
        several += len(players) > 1
        twice += any(len(theirs) > 1 for theirs in players.values())
    assert several > 5
    assert twice > 1


@pytest.mark.cites("58 Pa. Code § 647a.11(j)(3)")
def test_the_game_account_is_credited_with_everything_but_percentages(flushes, dealers):
    """Credits of a round are its Five Card, Magic Card and Lucky Bonus payouts, to the cent."""
    for floor in (flushes, dealers):
        credited, settled = Counter(), Counter()
        for event, body in of_type(floor.events, "game_account_credited", "wager_settled"):
            if event.type == "game_account_credited":
                if body.source != "buy_in":
                    credited[event.round, body.seat, body.wager] += body.amount_mc
            elif body.wager.startswith("fchb") and body.paid_mc and body.paid_from != "cage":
                assert body.paid_from == "game_account"
                settled[event.round, body.seat, body.wager] += body.paid_mc
        assert {wager for _, _, wager in settled} >= {
            "fchb_player_magic",
            "fchb_player_lucky",
            "fchb_dealer_magic",
            "fchb_dealer_lucky",
        }
        assert credited == settled


def test_nobody_wagers_more_from_a_game_account_than_stands_on_it(dealers):
    accounts, players = Counter(), {}
    for event in dealers.events:
        if event.type not in ("player_seated", "wager_placed", "game_account_credited"):
            continue
        body = decode_body(event)
        if event.type == "player_seated":
            players.update({(event.owner, box): body.player for box in body.boxes})
        elif event.type == "game_account_credited":
            accounts[body.player] += body.amount_mc
        elif body.instrument == "electronic":
            assert body.wager.startswith("fchb")
            accounts[players[event.owner, body.seat]] -= body.amount_mc
            assert accounts[players[event.owner, body.seat]] >= 0
    assert len(accounts) > 20


@pytest.mark.reg("58 Pa. Code § 647a.11(j)(2)")
def test_a_five_card_award_needs_a_floorperson_from_500_for_1_up(tmp_path):
    """Four sevens with the Flop: 500 for 1 for the player; the dealer's flush pays 50 for 1."""
    deck = lucky({3: "7h 7d", "dealer": "As Ks", "community": "7s 7c 2s"})
    with played(tmp_path, tables=4, rounds=25, games=GAME, deck=deck) as floor:
        validated = {
            (event.round, body.seat, body.wager): body.amount_mc
            for event, body in of_type(floor.events, "fixed_award_validated")
            if body.wager.startswith("fchb")
        }
        quads = {
            (event.round, body.seat, body.wager): body.paid_mc
            for event, body in of_type(floor.events, "wager_settled")
            if body.wager.startswith("fchb") and body.stake_mc and body.paid_mc >= 500 * body.stake_mc
        }
    assert quads
    assert validated == quads


@pytest.mark.cites("58 Pa. Code § 647a.11(b)(2)(ii)")
@pytest.mark.cites("58 Pa. Code § 647a.11(b)(2)(i)(B)")
def test_folded_cards_stay_until_the_last_progressive_is_resolved(flushes, dealers):
    stayed = 0
    for one in [*rounds_of(flushes.events).values(), *rounds_of(dealers.events).values()]:
        described = one.described()
        takers = {seat.player for seat in described.seats if "progressive" in seat.wagers}
        takers -= {seat.player for seat in described.seats if seat.seat in one.left}
        order = [(e.type, decode_body(e)) for e in one.events]
        for seat in described.seats:
            if seat.decision.action != "fold":
                continue
            (collected,) = (
                at
                for at, (type_, body) in enumerate(order)
                if type_ == "hand_collected" and body.seat == seat.seat
            )
            before = [body.wager for type_, body in order[:collected] if type_ == "wager_settled"]
            if takers - {seat.player}:
                stayed += 1
                resolved = sum("progressive" in other.wagers for other in described.seats)
                assert before.count("progressive") == resolved
    assert stayed > 20


@pytest.mark.cites("58 Pa. Code § 647a.11(b)(2)(ii)")
def test_folded_cards_are_collected_at_once_where_nobody_has_another_wager():
    plan = lay_out(1, 4, GAME)
    plan.submissions = [replace(one, wagers=("ante", "flop", "turn", "river")) for one in plan.submissions]
    folded = 0
    for one in rounds_of(events_of(plan, rounds=40)).values():
        shown = one.types.index("hand_revealed")
        early = {body.seat for _, body in of_type(one.events[:shown], "hand_collected")}
        given_up = {
            seat.seat for seat in one.described().seats if seat.decision.action in ("fold", "abandon")
        }
        assert early == given_up
        folded += len(given_up)
    assert folded > 10


@pytest.mark.cites("58 Pa. Code § 647a.10(g)")
def test_a_board_that_was_dispensed_first_is_turned_over_street_by_street(dealers):
    first = 0
    for one in rounds_of(dealers.events).values():
        streets = [body.street for event, body in of_type(one.events, "community_cards_revealed")]
        streets = [street for street in streets if street != "six_card_bonus"]
        chosen = {option.option: option.value for option in one.opening.options}
        if chosen.get("community_first"):
            first += 1
            assert streets == ["flop", "turn", "river"]
        else:
            assert streets == []
    assert first > 0


@pytest.mark.cites("58 Pa. Code § 647a.11(k)")
def test_the_six_card_bonus_cards_are_turned_over_before_the_first_such_wager_is_settled(dealers):
    seen = 0
    for one in rounds_of(dealers.events).values():
        facts = of_type(one.events, "community_cards_revealed", "wager_settled")
        six = [
            event.type
            for event, body in facts
            if "six_card_bonus" in (getattr(body, "street", ""), getattr(body, "wager", ""))
            and getattr(body, "seat", 0) not in one.left
        ]
        if six:
            seen += 1
            assert six[0] == "community_cards_revealed"
            assert six.count("community_cards_revealed") == 1
    assert seen > 50


def high_rollers(minimum, *, named=True):
    """A table with that minimum, one box a player, and its payout limit as low as it may be, or not named."""
    plan = lay_out(1, 1, GAME)
    limit = max(5_000_000, 5 * minimum)
    plan.submissions = [
        replace(one, minimum=minimum, maximum=40 * minimum, boxes=1, payout_limit=limit if named else None)
        for one in plan.submissions
    ]
    return events_of(plan, rounds=60), limit * 1_000


@pytest.mark.reg("58 Pa. Code § 647a.12(c)")
@pytest.mark.parametrize("named", [True, False])
def test_no_hand_is_paid_more_than_the_payout_limit(named):
    """At a minimum of $10,000 the limit is $50,000: an Ante of $20,000 wins more with the Turn Wager.

    A table that names none pays by the same one.
    """
    events, limit_mc = high_rollers(1_000_000, named=named)
    ((_, opening),) = of_type(events, "table_opened")
    assert (opening.payout_limit_mc, opening.chapter_limit) == (
        (limit_mc, None) if named else (None, ChapterLimit(limit_mc=limit_mc, section="647a.12(c)"))
    )
    paid = Counter()
    for event, body in of_type(events, "wager_settled"):
        if body.wager in ("ante", "flop", "turn", "river") and body.outcome == "win":
            paid[event.round, body.seat] += body.paid_mc
    assert limit_mc == 5_000_000_000
    assert max(paid.values()) == limit_mc
    assert min(paid.values()) < limit_mc


class ExposedAtTheFlop(Conduct):
    """The dealer's card is exposed when the Flop is dealt; or cards lie face up in the deck."""

    kind = "dealer_card_exposed"

    def before_deal(self, layout, deal):
        if deal.to == "community" and layout.deck.count("dealer") == 2:
            raise Interrupted(self.kind)


class FaceUpAtTheFlop(ExposedAtTheFlop):
    kind = "face_up_multiple_after_initial_two"


@pytest.mark.reg("58 Pa. Code § 647a.13(d)")
@pytest.mark.reg("58 Pa. Code § 647a.13(a)")
@pytest.mark.parametrize("conduct", [ExposedAtTheFlop, FaceUpAtTheFlop])
def test_only_the_bonus_stands_and_the_links_and_accounts_get_their_stakes_back(tmp_path, conduct):
    with played(tmp_path, tables=3, rounds=8, games=GAME, conduct=conduct) as floor:
        voided = {event.round for event, _ in of_type(floor.events, "round_voided")}
        returned = Counter()
        stakes = Counter()
        for event, body in of_type(floor.events, "wager_settled", "game_account_credited"):
            if event.round not in voided:
                continue
            if event.type == "game_account_credited":
                if body.source == "returned_stake":
                    returned[event.round, body.seat, body.wager] = body.amount_mc
            elif body.wager == "bonus":
                assert body.outcome in ("win", "lose")
            elif body.outcome == "void":
                assert body.returned_mc == body.stake_mc
                if body.wager.startswith("fchb"):
                    stakes[event.round, body.seat, body.wager] = body.stake_mc
        tables = {event.owner for event, _ in of_type(floor.events, "round_voided")}
        fed, back = Counter(), Counter()
        for event, body in decided(floor, "meter_contributed", "contribution_reversed"):
            if event.type == "meter_contributed":
                fed[body.table] += body.wagered_mc
            else:
                back[body.table] += body.returned_mc
        assert tables
        assert all(0 < fed[table] == back[table] for table in tables)
        assert stakes
        assert returned == stakes
        assert not decided(floor, "leg_refused")
        assert floor.problems() == []


class DrawnInError(Conduct):
    """A card is drawn in error as the third movement of each round, if nobody has been asked by then."""

    def __init__(self):
        self.movements = Counter()

    def before_deal(self, layout, deal):
        self.movements[layout.table.round] += 1
        if self.movements[layout.table.round] == 3 and layout.deck.count("dealer") < 2:
            raise Interrupted("drawn_in_error")


@pytest.mark.cites("58 Pa. Code § 647a.13(b)")
def test_a_card_drawn_in_error_is_the_next_one_and_the_round_goes_on(tmp_path):
    with played(tmp_path, tables=12, rounds=6, games=GAME, conduct=DrawnInError) as floor:
        rounds = rounds_of(floor.events)
        assert len(of_type(floor.events, "round_closed")) == len(rounds) == 72
        assert len(of_type(floor.events, "irregularity_ruled")) > 36
        first = 0
        for name, one in rounds.items():
            assert one.dealt == one.deal_due(), name
            assert one.types.count("magic_card_drawn") == ("magic_card" in one.drawn), name
            due = {(seat.seat, wager) for seat in one.verdict().seats for wager in seat.wagers}
            assert one.settled.keys() == {place for place in due if place[1] != "envy_bonus"}, name
            first += one.dealt[0].to == "community"
        assert first > 0
