"""What the floor does about irregularities: called, ruled, returned, links informed, the cards gathered."""

import pytest

from events.body import decode_body
from events.envelope import read_header
from events.topics import METERS
from floor.table.conduct import Conduct, Interrupted
from floor.table.deck import LOST, STUB
from tests.floor.watched import played

HCF = ("high_card_flush",)


class Mishap(Conduct):
    """Something that befalls each round at its tenth movement."""

    def __init__(self):
        self.movements = 0
        self.in_round = None

    def before_deal(self, layout, deal):
        if layout is not self.in_round:
            self.in_round, self.movements = layout, 0
        self.movements += 1
        if self.movements == 2:
            self.befalls(layout, deal)


class FaceUp(Mishap):
    def befalls(self, layout, deal):
        known = layout.table.book.irregularities
        kind = "face_up_multiple" if "face_up_multiple" in known else "face_up_multiple_early"
        raise Interrupted(kind, cards=layout.deck.lying(STUB)[-2:])


class DealerExposed(Mishap):
    def befalls(self, layout, deal):
        raise Interrupted("dealer_card_exposed")


class CardLost(Mishap):
    done = False

    def befalls(self, layout, deal):
        if not self.done:
            self.done = True
            layout.deck.move_card(layout.deck.lying(STUB)[0], STUB, LOST)


def events_of(floor, *types):
    return [(event, decode_body(event)) for event in floor.events if event.type in types]


def settled_by_round(floor):
    rounds = {}
    for event, body in events_of(floor, "wager_settled"):
        rounds.setdefault(event.round, []).append(body)
    return rounds


def test_a_void_round_returns_every_wager_and_its_links_hear_of_it(tmp_path):
    """678a.13(a): more than one card face up: all hands void, all wagers returned, cards reshuffled."""
    with played(tmp_path, rounds=10, games=HCF, conduct=FaceUp) as floor:
        wagered = {}
        for event, body in events_of(floor, "wager_placed"):
            wagered.setdefault(event.round, {})[body.seat, body.wager] = body.amount_mc
        for event, body in events_of(floor, "wager_withdrawn"):
            assert wagered[event.round].pop((body.seat, body.wager)) == body.amount_mc
        settled = settled_by_round(floor)
        assert len(wagered) == 30
        for name, wagers in wagered.items():
            assert {(b.seat, b.wager): b.returned_mc for b in settled[name]} == wagers
            assert {b.outcome for b in settled[name]} == {"void"}
        assert not events_of(floor, "round_closed")
        assert {body.section for _, body in events_of(floor, "round_voided")} == {"678a.13(a)"}
        decided = [read_header(record.value) for record in floor.embedded.log.read(METERS, 0, 0)]
        meters = decode_body(decided[0]).balances
        assert decode_body(decided[-1]).balances == meters, "what went in came out again"
        fed = [1 for wagers in wagered.values() if any(wager == "progressive" for _, wager in wagers)]
        assert [event.type for event in decided].count("contribution_reversed") == len(fed)


def test_an_exposed_card_of_the_dealer_voids_the_contest_and_leaves_the_bonuses(tmp_path):
    """678a.13(d): Ante and Raise go back; Flush, Straight Flush and Progressive are settled as ever."""
    with played(tmp_path, rounds=10, games=HCF, conduct=DealerExposed) as floor:
        outcomes = {}
        for bodies in settled_by_round(floor).values():
            for body in bodies:
                outcomes.setdefault(body.wager, set()).add(body.outcome)

        assert outcomes["ante"] == {"void"}
        assert outcomes["flush_bonus"] == {"win", "lose"}
        assert "void" not in outcomes["progressive"]
        assert not events_of(floor, "round_voided")
        assert len(events_of(floor, "round_closed")) == 30
        assert {body.ruling for _, body in events_of(floor, "irregularity_ruled")} == {"hands_void"}


def test_a_lost_card_is_noticed_by_the_count_and_the_deck_leaves_the_table(tmp_path):
    """678a.5(b) by a device that counts, 678a.8(h) by the stub at the latest in the fifth round."""
    with played(tmp_path, tables=8, rounds=8, conduct=CardLost) as floor:
        removed = events_of(floor, "deck_removed")

        assert len(removed) == 8
        for event, body in removed:
            rounds = [e for e, _ in events_of(floor, "round_opened") if e.stream == event.stream]
            before = [e for e in rounds if e.seq < event.seq]
            assert len(before) <= 5
            assert body.counted == 51
            assert len(body.missing) == 1
            after = [decode_body(e).deck for e in rounds if e.seq > event.seq]
            assert after
            assert body.deck not in after
        by_stub = [b for _, b in events_of(floor, "stub_counted") if b.deck_cards == 51]
        by_device = [b for _, b in events_of(floor, "cards_shuffled") if b.counted == 51]
        assert by_stub
        assert by_device
        assert len(by_stub) + len(by_device) == 8


@pytest.mark.parametrize("conduct", [FaceUp, DealerExposed, CardLost])
def test_the_log_is_sound_whatever_befalls(tmp_path, conduct):
    with played(tmp_path, rounds=6, conduct=conduct) as floor:
        assert floor.problems() == []
