"""What the recorder adds to a claim and to a validation: what the round's own events show."""

import pytest
from msgspec.structs import replace

from events.body import read_body
from events.vocabulary.dealing import CardDealt, CardExposed, CommunityCardsRevealed, StackDelivered
from events.vocabulary.play import DecisionMade, HandRevealed, WagerWithdrawn
from events.vocabulary.progressive import (
    HandMade,
    HandReading,
    ProgressiveClaimed,
    ProgressiveValidated,
    RoundShown,
)
from events.vocabulary.table import OptionSelected, ProgressiveOffered
from projections.recording.shown import LOOKED_BACK
from streams.recorder.recorder import Recorder
from tests.amounts import dollars
from tests.streams.recorder.table_drafts import UNIT, LinkDrafts, TableDrafts

SEVEN = ("Ac", "2c", "3c", "4c", "5c", "6c", "7c")
"""Seven in a row where the ace goes below the 2, else six."""
SIX = ("9h", "8h", "7h", "6h", "5h", "4h", "As")


class Playing:
    """A table that plays into a log, draft by draft, and what becomes of each."""

    def __init__(self, log, table=None):
        self.log, self.table = log, table or TableDrafts()
        self.recorder = Recorder(log, "PHL")
        self.recorder.record(LinkDrafts().open())

    def restart(self):
        """Another process goes on."""
        self.recorder = Recorder(self.log, "PHL")

    def record(self, draft):
        return self.recorder.record(draft)

    def of(self, body, **more):
        """A body, recorded; gives it as it is in the log."""
        return read_body(self.record(self.table.draft_of(body, **more)).event)

    def opens(self, *seats, **selections):
        self.record(self.table.open(**selections))
        self.next_round(*seats)

    def next_round(self, *seats):
        self.record(self.table.open_round())
        for seat in seats:
            self.record(self.table.wager(seat))
        self.record(self.table.no_more_bets())

    def reveals(self, cards, seat=None):
        self.of(HandRevealed(hand="dealer" if seat is None else "seat", seat=seat, cards=tuple(cards)))

    def claims(self, seat, **more):
        return self.record(self.table.claim(seat, **more))

    def shown(self, seat) -> RoundShown:
        return read_body(self.claims(seat).event).shown


@pytest.fixture
def playing(any_log):
    return Playing(any_log)


def ace_low(low, high):
    return (
        HandReading(switches="straight_flush_ace_low = true", hand=low),
        HandReading(switches="straight_flush_ace_low = false", hand=high),
    )


@pytest.mark.cites("58 Pa. Code § 678a.12(d)(2)")
def test_a_claim_has_the_cards_that_were_shown_and_the_hand_they_make(playing):
    playing.opens(2, 3)
    for position, card in enumerate(SEVEN, 1):
        playing.of(CardDealt(to="seat", seat=2, position=position, card=None if position > 3 else card))
    playing.reveals(SEVEN, seat=2)
    playing.reveals(("Kd", None, "2d"))
    assert playing.shown(2) == RoundShown(
        hand="seven_card_straight_flush",
        readings=ace_low("seven_card_straight_flush", "six_card_straight_flush"),
        round_found=True,
        folded=False,
        seat_cards=SEVEN,
        dealer_cards=("Kd", None, "2d"),
        community=(),
    )


def test_a_claim_shows_whether_its_seat_has_the_wager(playing):
    """Seat 2 has one, seat 3 took it back before "no more bets", seat 4 never had any."""
    playing.record(playing.table.open())
    playing.record(playing.table.open_round())
    for seat in (2, 3):
        playing.record(playing.table.wager(seat))
    playing.of(WagerWithdrawn(seat=3, wager="progressive", amount_mc=UNIT))
    playing.record(playing.table.no_more_bets())
    assert [playing.shown(seat).wagered for seat in (2, 3, 4)] == [True, False, False]


@pytest.mark.cites("58 Pa. Code § 678a.11(c)(2)(i)")
def test_a_seat_that_folded_is_shown_so_and_cards_that_nobody_has_read_make_no_hand(playing):
    playing.opens(2, 3)
    playing.of(StackDelivered(to="seat", seat=3, cards=("9h", *[None] * 6)))
    playing.of(CardExposed(hand="seat", seat=3, position=2, card="8h"))
    playing.of(DecisionMade(seat=3, action="fold", at="deal"))
    shown = playing.shown(3)
    assert (shown.folded, shown.hand) == (True, None)
    assert shown.seat_cards == ("9h", "8h", None, None, None, None, None)
    assert shown.readings == ace_low(None, None)
    assert not playing.shown(2).folded


@pytest.mark.cites("58 Pa. Code § 678a.6(d)")
def test_the_hand_goes_by_the_selections_that_the_round_was_opened_under(playing):
    ace_high = OptionSelected(option="straight_flush_ace_low", value=False)
    playing.opens(2, options=(ace_high,))
    playing.reveals(SEVEN, seat=2)
    playing.record(playing.table.select())
    assert playing.shown(2).hand == "six_card_straight_flush"
    playing.next_round(2)
    playing.reveals(SEVEN, seat=2)
    assert playing.shown(2).hand == "seven_card_straight_flush"


def test_a_recorder_that_was_started_again_shows_the_same(playing):
    playing.opens(2, options=(OptionSelected(option="straight_flush_ace_low", value=False),))
    playing.reveals(SEVEN, seat=2)
    before = playing.shown(2)
    playing.restart()
    assert playing.shown(2) == before


def test_a_claim_in_one_batch_with_its_round_sees_it(playing):
    table = playing.table
    drafts = [
        table.open(),
        table.open_round(),
        table.wager(2),
        table.draft_of(HandRevealed(hand="seat", seat=2, cards=SIX)),
        table.claim(2),
    ]
    shown = read_body(playing.recorder.record_many(drafts)[-1].event).shown
    assert (shown.round_found, shown.hand) == (True, "six_card_straight_flush")


def test_a_round_is_found_after_it_closed(playing):
    playing.opens(2)
    playing.reveals(SIX, seat=2)
    playing.record(playing.table.close_round())
    assert playing.shown(2).hand == "six_card_straight_flush"


@pytest.mark.parametrize("rounds", [1, 4])
def test_a_late_claim_and_its_validation_have_what_the_earlier_round_shows(playing, rounds):
    """By the selections that it was opened under; later rounds show other cards and a fold."""
    playing.opens(2, options=(OptionSelected(option="straight_flush_ace_low", value=False),))
    playing.reveals(SEVEN, seat=2)
    late = playing.table.claim(2)
    playing.record(playing.table.select())
    for _ in range(rounds):
        playing.next_round(2)
        playing.reveals(SIX, seat=2)
        playing.of(DecisionMade(seat=2, action="fold", at="deal"))
    claimed = playing.record(late)
    shown = read_body(claimed.event).shown
    assert (shown.round_found, shown.folded, shown.seat_cards) == (True, False, SEVEN)
    assert shown.hand == "six_card_straight_flush"
    body = ProgressiveValidated(
        link="L-1", leg=0, claim_seq=claimed.seq, seat=2, validated_by="F-3", cards=SEVEN
    )
    validation = playing.table.draft_of(body)
    validated = read_body(playing.record(validation._replace(round=late.round)).event)
    assert (validated.shown, validated.seen.hand) == (shown, "six_card_straight_flush")


@pytest.mark.parametrize(("events", "found"), [(LOOKED_BACK - 3, True), (LOOKED_BACK - 2, False)])
def test_no_claim_has_a_round_looked_for_further_back_than_that(playing, events, found):
    """The round was opened, a wager was placed, bets were closed: three events and so many more."""
    playing.opens(2)
    late = playing.table.claim(2)
    for position in range(1, events + 1):
        playing.of(CardDealt(to="dealer", position=position % 7 + 1, seat=None, card=None))
    playing.next_round(2)
    assert read_body(playing.record(late).event).shown.round_found is found


def test_what_a_test_shows_is_not_shown_at_a_live_claim(playing):
    playing.opens(2)
    playing.of(HandRevealed(hand="seat", seat=2, cards=SIX), mode="test")
    playing.of(DecisionMade(seat=2, action="fold", at="deal"), mode="training")
    shown = playing.shown(2)
    assert (shown.seat_cards, shown.folded) == ((), False)
    claim = playing.table.claim(2)._replace(mode="test")
    assert read_body(playing.record(claim).event).shown is None


def test_what_a_client_says_was_shown_is_replaced(playing):
    playing.opens(2)
    body = read_body(playing.table.claim(2))
    theirs = RoundShown(
        hand="seven_card_straight_flush",
        readings=(),
        round_found=True,
        folded=False,
        seat_cards=SEVEN,
        dealer_cards=(),
        community=(),
    )
    said = ProgressiveClaimed(
        **{name: getattr(body, name) for name in body.__struct_fields__} | {"shown": theirs}
    )
    assert playing.of(said).shown.seat_cards == ()


def test_a_place_beyond_any_layout_takes_no_room(playing):
    playing.opens(2)
    playing.of(CardDealt(to="seat", seat=2, position=2**31 - 1, card="As"))
    assert playing.shown(2).seat_cards == ()


def test_a_claim_that_is_sent_again_is_a_repeat_whatever_was_shown_since(playing):
    playing.opens(2)
    draft = playing.table.claim(2)
    first = playing.record(draft)
    playing.reveals(SIX, seat=2)
    again = playing.record(draft)
    assert (again.existed, again.seq, again.refused) == (True, first.seq, False)
    validation = playing.table.validate(first.seq, 2)
    seq = playing.record(validation).seq
    assert playing.record(validation).seq == seq


@pytest.mark.cites("58 Pa. Code § 678a.11(e)(3)(iii)")
def test_a_validation_has_what_the_floorperson_saw_and_what_is_shown_by_then(playing):
    playing.opens(2)
    claim = playing.claims(2)
    assert read_body(claim.event).shown.hand is None
    playing.reveals(SEVEN, seat=2)
    fields = {"link": "L-1", "leg": 0, "claim_seq": claim.seq, "seat": 2, "validated_by": "F-3"}
    validated = playing.of(ProgressiveValidated(**fields, cards=SIX))
    assert validated.seen.hand == "six_card_straight_flush"
    assert validated.seen.readings == ace_low("six_card_straight_flush", "six_card_straight_flush")
    assert validated.shown.hand == "seven_card_straight_flush"
    bare = playing.of(ProgressiveValidated(**fields))
    assert (bare.seen, bare.shown.hand) == (None, "seven_card_straight_flush")
    stray = playing.of(ProgressiveValidated(**fields | {"claim_seq": 1}, cards=SIX))
    assert (stray.seen.hand, stray.shown.hand, stray.shown.seat_cards) == (None, None, ())


@pytest.mark.cites("58 Pa. Code § 678a.11(e)(3)(i)")
def test_the_cards_of_a_claim_make_a_hand_under_every_reading_whatever_a_client_says(playing):
    playing.opens(2)

    def made(*cards, **more):
        claim = {"seat": 2, "wager": "progressive", "hand": "six_card_straight_flush", "link": "L-1"}
        return playing.of(ProgressiveClaimed(**claim, leg=0, cards=cards, **more)).made

    of_seven = made(*SEVEN)
    assert of_seven.readings == ace_low("seven_card_straight_flush", "six_card_straight_flush")
    assert made(*SIX, made=of_seven).hand == "six_card_straight_flush"
    assert made(*SIX[:6]) == HandMade(hand=None, readings=ace_low(None, None))
    assert made() is None
    assert made(made=of_seven) is None


@pytest.mark.cites("58 Pa. Code § 678a.11(e)(3)(iii)")
def test_a_validation_is_about_the_seat_and_the_wager_of_its_claim(playing):
    playing.opens(2, 3)
    playing.reveals(SIX, seat=2)
    claim = playing.claims(2)
    playing.reveals(("2c", "4d", "6h", "8s", "Tc", "Qd", "Ah"), seat=3)
    other_seat = ProgressiveValidated(link="L-1", leg=0, claim_seq=claim.seq, seat=3, validated_by="F-3")
    assert playing.of(other_seat).shown.seat_cards == SIX


def test_a_validation_after_the_round_has_what_was_shown_at_its_claim(playing):
    """An award that was corrected is validated again when its cards have long been collected."""
    playing.opens(2, options=(OptionSelected(option="straight_flush_ace_low", value=False),))
    playing.reveals(SEVEN, seat=2)
    claim = playing.claims(2)
    playing.record(playing.table.select())
    playing.recorder.record_many([playing.table.deal(3) for _ in range(LOOKED_BACK)])
    playing.next_round(2)
    playing.reveals(SIX, seat=2)
    fields = {"link": "L-1", "leg": 0, "claim_seq": claim.seq, "seat": 2, "validated_by": "F-3"}
    late = playing.of(ProgressiveValidated(**fields, cards=SEVEN))
    assert late.shown == replace(read_body(claim.event).shown, round_found=False)
    assert late.shown.hand == "six_card_straight_flush"
    assert late.seen == HandMade(hand=late.shown.hand, readings=late.shown.readings), "by its own selections"


class HoldemDrafts(TableDrafts):
    """A table of Texas Hold 'Em Bonus with all its progressive wagers."""

    WAGERS = ("progressive", "fchb_player", "fchb_dealer")

    def _selections(self, **changes):
        offers = tuple(
            ProgressiveOffered(wager=wager, link="L-1", unit_wager_mc=dollars(5)) for wager in self.WAGERS
        )
        limit = dollars(100_000)
        fields = {"rulebook": "647a@2019-08-31", "wagers": self.WAGERS, "progressives": offers}
        return super()._selections(**fields | {"payout_limit_mc": limit} | changes)


@pytest.mark.cites("58 Pa. Code §§ 647a.11(i), 647a.11(j)")
def test_two_cards_with_the_flop_and_the_dealer_s_for_a_wager_on_the_dealer_s_hand(any_log):
    playing = Playing(any_log, HoldemDrafts("THB-01"))
    playing.opens(game="texas_holdem_bonus")
    playing.reveals(("9s", "9h"), seat=4)
    playing.reveals(("Jd", "Jh"))

    def hands(wager, sharing=()):
        claim = ProgressiveClaimed(
            seat=4, wager=wager, hand="royal_flush", cards=(), link="L-1", leg=0, sharing_seats=sharing
        )
        shown = playing.of(claim).shown
        return shown.hand, [reading.hand for reading in shown.readings]

    assert hands("progressive") == (None, [None, None])
    playing.of(CommunityCardsRevealed(street="flop", cards=("9d", "Js", "Jc")))
    assert hands("progressive") == ("full_house", ["full_house", None])
    playing.of(CommunityCardsRevealed(street="turn", cards=("9c",)))
    playing.of(CommunityCardsRevealed(street="river", cards=("2c",)))
    assert hands("progressive") == ("full_house", ["full_house", "four_of_a_kind"])
    assert hands("fchb_player") == ("full_house", ["full_house"])
    assert hands("fchb_dealer", (4, 5)) == ("four_of_a_kind", ["four_of_a_kind"])
    claim = playing.record(playing.table.claim(4))
    fields = {"link": "L-1", "leg": 0, "claim_seq": claim.seq, "seat": 4, "validated_by": "F-3"}
    validated = playing.of(ProgressiveValidated(**fields, cards=("9s", "8s")))
    assert [reading.hand for reading in validated.seen.readings] == ["two_pair", "full_house"]
