"""R02 and ranks: whom the register does not know, and who is below a floorperson by what the recorder stamped
(x.4(a), x.5(a), x.5(e), x.11, x.13). The clean twin has the same person in the register, of a higher rank."""

from __future__ import annotations

from typing import Any

from tests.projections.examining.clean_rounds import FLOORPERSON
from tests.projections.examining.deck_scenarios import _new_deck
from tests.projections.examining.irregularity_scenarios import (
    FACE_UP,
    called,
    counting,
    found,
    played_on,
    ruled,
)
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.told import Told


def stamp(badge: str, rank: str | None) -> dict[str, Any]:
    """What the register has; of no rank nothing."""
    department = None if rank is None else "table games"
    return {"badge": badge, "department": department, "rank": rank, "register_seq": 4}


def stamps(badge: str, broken: bool, rank: str | None = "dealer") -> list[dict[str, Any]]:
    """Of that rank where the rule is broken, else of a pit manager, who is above a floorperson."""
    return [stamp(badge, rank if broken else "pit_manager")]


@breaks("D13", "678a.4(a)")
def verified_by_a_dealer_who_is_assigned_as_floorperson(broken):
    told = _new_deck().inspects()
    told.says("inspection_verified", deck="red-1", verified_by="F-1", stamps=stamps("F-1", broken))
    return told.prepares(without=("inspects", "verifies")).plays()


@breaks("D25", "678a.5(a)")
def shuffled_in_its_round_as_another_dealer_said(broken):
    told = Told(shuffling="device").ready().begins().deals()
    return told.shuffles(ordered_by="D-9", stamps=stamps(" d-9", broken)).ends()


@breaks("D35", "678a.5(e)", None)
def recut_ordered_by_another_dealer(broken):
    told = Told().ready()
    order = {"deck": "red-1", "ordered_by": "D-9", "reason": "too near the top"}
    return told.says("recut_ordered", **order, stamps=stamps("D-9", broken)).cuts().plays()


@breaks("I24", FACE_UP)
def another_dealer_rules(broken):
    told = counting().ready()
    type_, fields = ruled("face_up_single", "card_not_used", FACE_UP[told.chapter], "D-9")
    line = (type_, {**fields, "stamps": stamps("D-9", broken)})
    return played_on(told, 1, found("8c"), called("face_up_single"), line)


def _opens(told: Told, crew: dict[str, str | None]) -> Told:
    """The table is opened by people of these ranks, and its first round by the first of them."""
    told.opens(stamps=[stamp(badge, rank) for badge, rank in crew.items()])
    return told.receives("red-1").seats().prepares().plays()


@breaks("R02", {"663a": None, "678a": None}, None)
def opened_with_a_dealer_whom_nobody_knows(broken):
    """Told when the table opens, and not again in each of the rounds that this dealer deals."""
    told = _opens(Told(), {"D-1": None if broken else "dealer", FLOORPERSON: "floorperson"})
    told.stacks()
    told.says("dealer_changed", dealer="D-1", floorperson=FLOORPERSON, stamps=stamps(" d-1", broken, None))
    return told.plays()


@breaks("R02", {"678a": None}, None)
def decks_received_by_nobody_in_the_register(broken):
    told = Told().opens()
    deck = {"deck": "red-1", "back_colour": "red", "preinspected": False, "preshuffled": False}
    facts = {"decks": [deck], "cover_cards": 2, "received_by": "X-9"}
    told.says("decks_received", **facts, stamps=stamps("X-9", broken, None))
    return told.seats().prepares().plays()
