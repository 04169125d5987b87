"""What accounting reads of a simulated floor agrees with what the floor did."""

from collections import Counter

from events.body import unpack_body
from streams.read_model.completeness import link_completeness
from streams.read_model.hold import hold_report
from streams.read_model.ledger import totals_at
from tests.floor.watched import played


def test_tallies_house_money_and_hearing_of_a_floor_are_what_its_events_say(tmp_path):
    with played(tmp_path / "floor", seed=3, tables=2, rounds=25, games=("high_card_flush",)) as floor:
        store = floor.embedded.store
        bodies = [(event, unpack_body(event)) for event in floor.events]
        settled = Counter()
        validated = Counter()
        for event, body in bodies:
            if event.type == "wager_settled":
                settled[body["wager"], "wagers"] += 1
                settled[body["wager"], "staked"] += body["stake_mc"]
            elif event.type == "fixed_award_validated":
                validated[event.stream] += body["amount_mc"]
        report = hold_report(store)
        assert {line.wager for line in report} >= {"ante", "raise", "progressive"}
        for wager in {line.wager for line in report}:
            lines = [line for line in report if line.wager == wager]
            assert sum(line.wagers for line in lines) == settled[wager, "wagers"]
            assert sum(line.staked_mc for line in lines) == settled[wager, "staked"]
        assert sum(validated.values()) > 0
        for stream, amount_mc in validated.items():
            totals = totals_at(store, stream)
            assert totals["fixed_awards", "progressive", "fixed_award"] == (amount_mc, 0)
            assert totals["paid", "progressive", "fixed_award"] == (-amount_mc, 0)
        for row in store.rows("SELECT DISTINCT link FROM meters"):
            told = [e for e, body in bodies for leg in body.get("legs", ()) if leg["link"] == row["link"]]
            last = {event.owner: event.recorded_at_us for event in told}
            complete = link_completeness(store, row["link"])
            assert complete.to_us == min(last.values())
            assert complete.behind == tuple(sorted(last, key=last.__getitem__))
