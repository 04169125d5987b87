"""A claim that is imported carries what its round shows and who claims; both engines."""

import json

import pytest
from msgspec.structs import replace

from events.body import read_body
from events.vocabulary.dealing import StackDelivered
from events.vocabulary.play import DecisionMade, HandRevealed
from events.vocabulary.progressive import ProgressiveValidated
from tests.console.event_lines import line_of
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts

CARDS = ("9h", "8h", "7h", "6h", "5h", "4h", "As")


@pytest.mark.cites("58 Pa. Code § 678a.12(d)(2)")
def test_what_a_round_shows_is_beside_its_claim_and_its_validation(call):
    table = TableDrafts()

    def imported(*drafts):
        called = call("import", "-", "--facility", "PHL", stdin="\n".join(map(line_of, drafts)))
        assert called.code == 0, called.err
        lines = call("export-events", "--stream", table.stream).out.splitlines()
        return json.loads(lines[-1])

    imported(LinkDrafts().open(), table.open(), table.open_round(), table.wager(2), table.no_more_bets())
    imported(
        table.draft_of(StackDelivered(to="seat", seat=2, cards=(None,) * 7)),
        table.draft_of(DecisionMade(seat=2, action="fold", at="deal")),
    )
    claim = table.claim(2)
    claimed = imported(claim)
    assert claimed["body"]["shown"] == {
        "hand": None,
        "readings": [
            {"switches": "straight_flush_ace_low = true", "hand": None},
            {"switches": "straight_flush_ace_low = false", "hand": None},
        ],
        "round_found": True,
        "folded": True,
        "seat_cards": [None] * 7,
        "dealer_cards": [],
        "community": [],
        "wagered": True,
    }

    seen = ProgressiveValidated(
        link="L-1", leg=0, claim_seq=claimed["seq"], seat=2, validated_by="F-3", cards=CARDS
    )
    validated = imported(table.draft_of(seen))
    assert validated["body"]["seen"]["hand"] == "six_card_straight_flush"
    assert validated["body"]["shown"]["hand"] is None

    imported(table.draft_of(HandRevealed(hand="seat", seat=2, cards=CARDS)))
    before = imported(claim)
    assert before["type"] == "hand_revealed", "the claim was recorded before: it is answered, not added to"
    again = imported(table.claim(2))
    assert again["body"]["shown"]["hand"] == "six_card_straight_flush"


def test_one_badge_does_not_claim_and_validate(call):
    table = TableDrafts()

    def imported(*drafts):
        lines = "\n".join(line_of(draft._replace(actor="F-3")) for draft in drafts)
        call("import", "-", "--facility", "PHL", stdin=lines)
        return json.loads(call("export-events", "--stream", table.stream).out.splitlines()[-1])

    imported(LinkDrafts().open(), table.open(), table.open_round(), table.wager(2), table.no_more_bets())
    claim = imported(table.claim(2))
    own = table.validate(claim["seq"], 2)
    assert claim["body"]["claimed_by"] == ["F-3", "D-17"], "no register tells a person from a device"

    refused = imported(own)
    assert (refused["type"], refused["body"]["code"]) == ("record_refused", "signatures")
    assert "F-3 claimed it" in refused["body"]["reason"]
    assert imported(own) == refused, "sent again it is answered, not added to"

    other = replace(read_body(own), validated_by="F-4")
    assert imported(table.draft_of(other))["type"] == "progressive_validated"
