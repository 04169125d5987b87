"""Tables and the casino: facts in the order of time, answers where they are asked for, late ones too."""

import pytest

from events.body import decode_body
from events.errors import MalformedEvent
from floor.casino import ASKED_AGAIN_US
from floor.forms import pack
from floor.houses.folding import FoldingHouse
from floor.round import dealt_round as round_module
from tests.floor.rebuilt import rounds_of
from tests.floor.watched import folded, lucky, played

HCF = ("high_card_flush",)
SIX = "4h 5h 6h 7h 8h 9h Kc"


def test_facts_of_all_tables_are_recorded_in_the_order_of_time():
    events = folded(games=HCF)

    assert len({event.stream for event in events}) == 4
    times = [event.recorded_at_us for event in events]
    assert times == sorted(times)
    assert all(event.occurred_at_us == event.recorded_at_us for event in events)


class SlowHouse(FoldingHouse):
    """A house whose links answer at the third time of asking, as on a network."""

    asked = 0

    def award(self, link, table, claim_seq, now_us):
        self.asked += 1
        return super().award(link, table, claim_seq, now_us) if self.asked % 3 == 0 else None


def test_a_table_waits_for_a_late_award_and_the_others_do_not():
    prompt = folded(games=HCF, deck=lucky({2: SIX}))
    late = folded(SlowHouse, games=HCF, deck=lucky({2: SIX}))

    def after_claims(events):
        following, claimed = [], {}
        for event in events:
            if event.stream in claimed:
                following.append(event.recorded_at_us - claimed.pop(event.stream))
            if event.type == "progressive_claimed":
                claimed[event.stream] = event.recorded_at_us
        return following

    assert len(after_claims(prompt)) == len(after_claims(late)) > 0
    for soon, later in zip(after_claims(prompt), after_claims(late), strict=True):
        assert later == soon + 2 * ASKED_AGAIN_US
    assert [e.type for e in prompt if e.owner == "HCF-01"] == [e.type for e in late if e.owner == "HCF-01"]


def test_a_player_who_leaves_in_the_middle_of_a_round_loses_what_was_wagered(tmp_path, monkeypatch):
    """678a.7(b): the wagers are abandoned and treated as losing; the others play on."""
    monkeypatch.setattr(round_module, "LEAVES_ONE_IN", 12)
    with played(tmp_path, rounds=40) as floor:
        assert floor.problems() == []
        rounds = rounds_of(floor.events)
        abandoned = {
            (event.round, body.seat, body.wager)
            for event in floor.events
            if event.type == "wager_abandoned" and (body := decode_body(event))
        }
        assert len(abandoned) > 20
        for name, played_round in rounds.items():
            assert all(
                played_round.settled[seat, wager].outcome == "lose"
                for seat, view in played_round.view.seats.items()
                for wager in view.wagers
                if (name, seat, wager) in abandoned
            )
            placed = {
                (seat, wager)
                for seat, view in played_round.view.seats.items()
                for wager, left_mc in view.wagers.items()
                if left_mc  # else it was taken back in time
            }
            assert placed <= played_round.settled.keys()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seat": 1, "wager": "ante", "amount_mc": 5}, "lacks a field"),
        (
            {"seat": 1, "wager": "ante", "amount_mc": 5, "instrument": "plaque", "colour": 1},
            "no field colour",
        ),
    ],
)
def test_a_fast_form_refuses_a_field_too_many_or_too_few(fields, words):
    with pytest.raises(MalformedEvent, match=words):
        pack("wager_placed", fields)
