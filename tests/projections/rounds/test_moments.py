"""A round as a film: each card, wager and note holds from its event to the one that ends it."""

from __future__ import annotations

from events.envelope import decode
from projections.rounds.moments import Awarded, Decided, Span, Wagered, moments_of
from projections.rounds.replay import replay
from tests.projections.rounds.played import Told

CENT = 1_000
HAND = "2c 3d 4s 6c 7d 8s Ac"


def film(told):
    events = [event for event in map(decode, told.table.recorded) if event.round]
    return moments_of(events), {event.type: event.seq for event in events}, events


def test_a_card_lies_from_its_deal_to_the_rack_and_its_face_shows_from_the_reveal_on():
    told = Told().deals(1, HAND).says("hand_collected", hand="seat", seat=1, cards=7)
    moments, seq, _ = film(told)

    stays = moments.stays["seat 1"]
    assert [stay.card for stay in stays] == HAND.split()
    assert {(stay.from_seq, stay.up_seq, stay.to_seq, stay.to_place) for stay in stays} == {
        (seq["stack_delivered"], seq["hand_revealed"], seq["hand_collected"], "rack")
    }
    # Whoever looks back knows the card from where it was dealt.
    assert {stay.known_seq for stay in stays} == {seq["stack_delivered"]}


def test_a_card_that_nobody_read_has_no_name_and_no_face():
    moments, _, _ = film(Told().deals(1, HAND, shown=False))

    assert {(stay.card, stay.up_seq, stay.known_seq) for stay in moments.stays["seat 1"]} == {
        (None, None, None)
    }


def test_a_card_dealt_face_up_shows_at_once():
    told = Told().says("card_dealt", to="community", position=1, card="Qs", face="up")
    moments, seq, _ = film(told)

    (stay,) = moments.stays["community"]
    assert (stay.card, stay.from_seq, stay.up_seq, stay.to_seq) == ("Qs", *[seq["card_dealt"]] * 2, None)


def test_which_cards_were_set_high_is_not_said_before_somebody_named_them():
    """A hand is set unseen; later it is shown, and then it is said which cards lay where."""
    told = Told().deals(2, "7s 6s Jd 9d Ks", shown=False)
    told.says("hand_set", hand="seat", seat=2, high=[None] * 3, low=[None] * 2)
    told.says("hand_revealed", hand="seat", seat=2, cards=["7s", "6s", "Jd", "9d", "Ks"])
    told.says("hand_set", hand="seat", seat=2, high=["9d", "Jd", "Ks"], low=["6s", "7s"])
    moments, seq, events = film(told)
    unseen, named = [event.seq for event in events if event.type == "hand_set"]

    for part in ("high", "low"):
        shown = [
            stay
            for stay in moments.stays[f"seat 2 {part}"]
            if stay.to_seq is None or (stay.up_seq is not None and stay.up_seq < stay.to_seq)
        ]
        assert {stay.up_seq for stay in shown} <= {named, seq["hand_revealed"]}
        assert not [stay for stay in shown if stay.from_seq == unseen and (stay.up_seq or named) < named]
    last = {stay.card for stay in moments.stays["seat 2 high"] if stay.to_seq is None}
    assert last == {"9d", "Jd", "Ks"}


def test_a_wager_grows_and_is_settled():
    told = Told().wagers(1, ante=1_000).wagers(1, ante=500).settles(1, "ante", "win", 1_500, 1_500)
    moments, seq, events = film(told)
    first, second = [event.seq for event in events if event.type == "wager_placed"]

    assert moments.of("wager", 1) == {
        "ante": [
            Span(Wagered(1_000 * CENT), first, second),
            Span(Wagered(1_500 * CENT), second, seq["wager_settled"]),
            Span(Wagered(1_500 * CENT, "win", 1_500 * CENT, 1_500 * CENT), seq["wager_settled"], None),
        ]
    }


def test_a_decision_and_a_pile_hold_until_the_next():
    told = Told().wagers(1, ante=1_000).deals(1, HAND, shown=False).decides(1, "fold")
    moments, seq, events = film(told)

    assert moments.of("decision", 1) == {"last": [Span(Decided("fold", "deal"), seq["decision_made"], None)]}
    assert moments.of("pile")["shoe"] == [
        Span(52, events[0].seq, seq["stack_delivered"]),
        Span(45, seq["stack_delivered"], None),
    ]


def test_the_steps_of_an_award_follow_each_other_under_its_wager():
    told = Told().says(
        "progressive_claimed",
        seat=3,
        wager="progressive",
        hand="six",
        cards=[],
        link="HCF",
        leg=0,
    )
    claim = decode(told.table.recorded[-1]).seq
    told.says(
        "progressive_paid",
        link="HCF",
        leg=0,
        claim_seq=claim,
        seat=3,
        amount_mc=5 * CENT,
        paid_from="cage",
        paid_by="C-1",
        slip="",
    )
    moments, seq, _ = film(told)

    assert moments.of("award", 3) == {
        "progressive": [
            Span(Awarded("claimed", None, "six"), claim, seq["progressive_paid"]),
            Span(Awarded("paid", 5 * CENT, "six"), seq["progressive_paid"], None),
        ]
    }


def test_at_every_event_the_film_has_the_wagers_of_the_round_then():
    told = (
        Told()
        .wagers(1, ante=1_000)
        .wagers(2, ante=700)
        .deals(1, HAND)
        .decides(1, "raise", wager="raise", cents=10)
    )
    told.settles(1, "ante", "lose").closes()
    moments, _, events = film(told)

    for event in events:
        view = replay(events, event.seq)
        for number in (1, 2):
            held = {
                name: span.value.stake_mc
                for name, spans in moments.of("wager", number).items()
                for span in spans
                if span.from_seq <= event.seq and (span.to_seq is None or event.seq < span.to_seq)
            }
            assert held == (view.seats[number].wagers if number in view.seats else {})
