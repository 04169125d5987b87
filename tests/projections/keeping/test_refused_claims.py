"""Claims that were refused while their table was halted: none is granted later, and few numbers are kept."""

from projections.keeping.refused_claims import MOST_KEPT, RefusedClaims
from tests.projections.folding import KeeperAtHand, route
from tests.scenario import LinkDesk
from tests.scenario_table import TableDesk


def halted_with(claims: int) -> tuple[list[bytes], list[bytes]]:
    """What comes to a link of a table that loses an event and claims so often: until it resumes, and then."""
    table = TableDesk("T1")
    table.opens()
    table.plays({"HCF": [1]})
    recorded = list(table.recorded)
    table.notes()
    halted = [table.claims(1) for _ in range(claims)]
    resume = table.resumes(halted[0])
    after = [table.opens_round(), table.closes_bets({"HCF": [1]}), table.claims(1)]
    until = len(route([*recorded, *halted]))
    came = [output.value for output in route([*recorded, *halted, resume, *after]) if output.topic == "links"]
    return came[: until - 1], came[until - 1 :]


def keeper_of(*values: bytes) -> KeeperAtHand:
    keeper = KeeperAtHand()
    keeper.takes(LinkDesk("HCF").opens(), *values)
    return keeper


def kept(keeper: KeeperAtHand) -> RefusedClaims:
    return keeper.keeper.books["HCF"].sources["table:T1"].refused_claims


def test_each_claim_is_refused_once_and_none_is_granted_by_the_replay():
    halted, after = halted_with(5)
    keeper = keeper_of(*halted, *halted)

    assert [record.type for record in keeper.records].count("leg_refused") == 5
    assert keeper.types(*after) == ["table_complete", "meter_contributed", "award_locked"]


def test_what_was_refused_is_forgotten_when_the_table_has_gone_on():
    halted, after = halted_with(5)
    keeper = keeper_of(*halted)
    assert len(kept(keeper).single) == 5

    keeper.takes(*after)

    assert (kept(keeper).single, kept(keeper).all_to) == ([], 0)
    assert keeper.types(*halted, *after) == [], "what the router sends again is known all the same"


def test_a_flood_of_claims_at_a_halted_table_takes_no_more_room_than_many():
    many, _ = halted_with(MOST_KEPT + 10)
    flood, after = halted_with(3 * MOST_KEPT + 10)
    keeper = keeper_of(*flood)

    assert len(keeper.keeper.dump()) < len(keeper_of(*many[:MOST_KEPT]).keeper.dump()) + 100
    assert [record.type for record in keeper.records].count("leg_refused") == 3 * MOST_KEPT + 10
    assert keeper.types(*flood[-20:]) == []
    assert keeper.types(*after) == ["table_complete", "meter_contributed", "award_locked"]


def test_a_claim_that_another_recorder_numbered_is_refused_too():
    refused = RefusedClaims()

    assert [refused.add(seq) for seq in (70, 65, 70, 65)] == [True, True, False, False]
    refused.passed(66)
    assert [seq in refused for seq in (65, 66, 70)] == [False, False, True]
    assert [refused.add(seq) for seq in (65, 71)] == [False, True]
