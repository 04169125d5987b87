"""Each check by a scenario that breaks just that rule, and by its twin that does not.

A scenario is told twice: `broken` and clean, with one thing between them. What is due is read from the texts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from projections.examining.check_list import CHECKS, NEVER_ALONE, NOT_VISIBLE, OF_LINKS
from tests.projections.examining.told import BOOKS, LIMIT_MC, Told

HOUR_S = 3_600


class Scenario(NamedTuple):
    id: str
    section: str | None
    tell: Callable[[bool], Told]
    round: str | None


SCENARIOS: list[Scenario] = []


def breaks(id_: str, section: str | None, round_: str | None = "T-1-1"):
    """The check that a scenario is about, the section that is cited, and the round that is named."""

    def of(tell: Callable[[bool], Told]) -> Callable[[bool], Told]:
        SCENARIOS.append(Scenario(id_, section, tell, round_))
        return tell

    return of


# --- T: the table -----------------------------------------------------------------------------------------


@breaks("T01", "678a.2(a)")
def seven_positions(broken):
    return Told().ready(positions=7 if broken else 6).plays()


@breaks("T01", "663a.2(a)", None)
def a_seventh_seat(broken):
    return Told("663a").ready().seats(7 if broken else 6, "P-2").plays()


@breaks("T02", "679a.2(b)")
def layout_not_approved(broken):
    return Told("679a").ready(approvals=["shoe_location"] + ["layout"] * (not broken)).plays()


def _sign(id_, chapter, section, missing, **opened):
    def tell(broken):
        told = Told(chapter)
        needed = {"647a": ("payout_odds", "ante_returned", "payout_limit")}
        shown = (
            needed.get(chapter)
            or {
                "663a": ("payout_odds",),
                "677a": ("payout_odds", "ante_returned", "payout_limit"),
                "678a": ("payout_odds", "dealer_qualifies", "raise_limits", "payout_limit"),
                "679a": ("payout_odds", "dealer_qualifies", "player_wins_ties", "payout_limit"),
            }[chapter]
        )
        return told.ready(
            signs=[each for each in shown if not (broken and each == missing)], **opened
        ).plays()

    breaks(id_, section)(tell)


_sign("T03", "647a", "647a.2(b)(9)", "payout_odds")
_sign("T03", "663a", "663a.2(b)(7)", "payout_odds")
_sign("T03", "677a", "677a.2(b)(7)", "payout_odds")
_sign("T03", "678a", "678a.2(b)(7)(i)", "payout_odds")
_sign("T03", "679a", "679a.2(b)(4)", "payout_odds")
_sign("T04", "647a", "647a.2(b)(10)(i)", "ante_returned")
_sign("T04", "677a", "677a.2(b)(8)(i)", "ante_returned")
_sign("T05", "678a", "678a.2(b)(7)(ii)", "dealer_qualifies")
_sign("T06", "678a", "678a.2(b)(7)(iii)", "raise_limits")
_sign("T07", "679a", "679a.2(b)(4)", "player_wins_ties")
_sign("T08", "647a", "647a.2(b)(10)(ii)", "payout_limit")
_sign("T08", "677a", "677a.2(b)(8)(ii)", "payout_limit", payout_limit_mc=LIMIT_MC)
_sign("T08", "678a", "678a.2(b)(7)(iv)", "payout_limit", payout_limit_mc=LIMIT_MC)
_sign("T08", "679a", "679a.2(b)(5)", "payout_limit", payout_limit_mc=LIMIT_MC)


@breaks("T05", "679a.2(b)(4)")
def qualifying_on_a_sign_and_not_on_the_layout(broken):
    place = "sign" if broken else "layout"
    signs = ["payout_odds", ("dealer_qualifies", place), "player_wins_ties"]
    return Told("679a").ready(signs=signs).plays()


@breaks("T09", "678a.2(b)(7)(iii)", "T-1-2")
def sign_taken_away(broken):
    told = Told().ready().plays().stacks()
    told.says("sign_removed", sign={"subject": "raise_limits", "place": "layout"})
    return (told if broken else told.posts("raise_limits")).plays()


@breaks("T10", "678a.2(b)(7)(iv)", "T-1-2")
def payout_limit_set_and_not_shown(broken):
    told = Told().ready().plays().stacks().reselects(payout_limit_mc=LIMIT_MC)
    return (told if broken else told.posts("payout_limit")).plays()


@breaks("T10", "678a.2(b)(7)(i)", "T-1-2")
def paytable_changed_and_not_shown(broken):
    offered = {"wagers": ["ante", "flush_bonus"]}
    told = Told().ready(**offered, paytables=[{"wager": "flush_bonus", "paytable": "A"}]).plays().stacks()
    told.reselects(**offered, paytables=[{"wager": "flush_bonus", "paytable": "B"}])
    return (told if broken else told.posts("payout_odds")).plays()


def _progressive(chapter, paytable, unit_mc, system):
    return Told(chapter).ready(
        wagers=["ante", "progressive"],
        paytables=[{"wager": "progressive", "paytable": paytable}],
        progressives=[{"wager": "progressive", "link": "L-1", "unit_wager_mc": unit_mc}],
        approvals=["layout", "shoe_location"] + ["progressive_system"] * system,
    )


@breaks("T11", "678a.2(c)")
def progressive_system_not_approved(broken):
    return _progressive("678a", "A", 100_000, not broken).plays()


@breaks("T11", "647a.2(c)")
def progressive_system_not_approved_647a(broken):
    return _progressive("647a", "A", 100_000, not broken).plays()


@breaks("T12", "647a.2(d)")
def electronic_wagering_not_approved(broken):
    """The approval of the progressive system does not pass for it."""
    approvals = ["layout", "shoe_location", "progressive_system"] + ["electronic_wagering"] * (not broken)
    return Told("647a").ready(wagers=["ante", "fchb_player"], approvals=approvals).plays()


@breaks("T13", "663a.8(a)")
def place_of_the_shoe_not_approved(broken):
    return Told("663a").ready(approvals=["layout"] + ["shoe_location"] * (not broken)).plays()


@breaks("T13", "678a.8(a)", "T-1-2")
def another_dealing_in_a_round(broken):
    told = Told(dealing="automated_shoe", shuffling="device").ready(approvals=["layout"]).plays().stacks()
    return told.plays(dealing="manual_shoe" if broken else None)


@breaks("T14", "677a.5(g)")
def reshuffling_device_not_approved(broken):
    told = Told("677a", "automated_shoe", "reshuffling_device")
    return told.ready(approvals=["layout"] + ["reshuffling_device"] * (not broken)).plays()


@breaks("T16", "678a.7(d)(2)")
def wager_that_is_not_offered(broken):
    paytables = [{"wager": "flush_bonus", "paytable": "A"}]
    told = Told().ready(wagers=["ante"] + ["flush_bonus"] * (not broken), paytables=paytables).begins()
    told.says("wager_placed", seat=1, wager="flush_bonus", amount_mc=500_000, instrument="value_chip")
    return told.deals().ends()


@breaks("T17", "678a.12(b)")
def wager_without_paytable(broken):
    chosen = [] if broken else [{"wager": "flush_bonus", "paytable": "A"}]
    return Told().ready(wagers=["ante", "flush_bonus"], paytables=chosen).plays()


@breaks("T17", "679a.12(f)")
def paytable_that_the_chapter_lacks(broken):
    chosen = [{"wager": "pair_bonus", "paytable": "Z" if broken else "A"}]
    return Told("679a").ready(wagers=["ante", "pair_bonus"], paytables=chosen).plays()


def _refused(code, section):
    def tell(broken):
        told = Told()
        fields = {"reason": "as it says", "section": section, "attempted_sha256": "0" * 64}
        code_ = code if broken else "already_open"
        return told.says("table_refused", attempted="open", rulebook="678a@2019-11-02", code=code_, **fields)

    return tell


breaks("T18", "678a.12(e)", None)(_refused("payout_limit_below_floor", "678a.12(e)"))
breaks("T19", None, None)(_refused("payout_limit_not_allowed", ""))


@breaks("T20", "647a.12(c)")
def no_limit_named(broken):
    return Told("647a").ready(payout_limit_mc=None if broken else LIMIT_MC).plays()


@breaks("T21", "663a.7(f)")
def three_boxes(broken):
    return Told("663a").ready(boxes_per_player=3 if broken else 2).plays()


@breaks("T21", "677a.7(e)")
def two_boxes(broken):
    return Told("677a").ready(boxes_per_player=2 if broken else 1).plays()


@breaks("T23", "647a.12(d)(5)")
def unit_without_envy(broken):
    return _progressive("647a", "A", 200_000 if broken else 500_000, True).plays()


@breaks("T25", "678a.9(a)(1)")
def hand_and_manual(broken):
    return Told(dealing="hand" if broken else "manual_shoe").ready().plays()


@breaks("T26", "647a.10(g)")
def board_first_selected(broken):
    told = Told("647a", "automated_shoe", "counting_device" if broken else "reshuffling_device")
    return told.ready(options=[{"option": "community_first", "value": True}]).plays()


@breaks("T26", "677a.10(g)")
def board_first_done(broken):
    told = Told("677a", "automated_shoe", "counting_device" if broken else "reshuffling_device")
    return told.ready().begins().deals(to="community", seat=None).ends()


@breaks("T26", "679a.10(g)")
def stacks_of_four(broken):
    told = Told("679a", "automated_shoe", "device" if broken else "reshuffling_device").ready().begins()
    return told.says("stack_delivered", to="seat", seat=1, cards=[None] * 4).ends()


def _pair_bonus(elected):
    told = Told("679a").ready(
        wagers=["ante", "pair_bonus"],
        paytables=[{"wager": "pair_bonus", "paytable": "A"}],
        options=[{"option": "pair_bonus_community", "value": elected}],
    )
    told.begins()
    return told.says("wager_placed", seat=1, wager="pair_bonus", amount_mc=500_000, instrument="value_chip")


@breaks("T27", "679a.8(h)")
def one_card_for_all_not_elected(broken):
    return _pair_bonus(not broken).deals().deals(to="pair_bonus", seat=None).ends()


@breaks("T27", "679a.8(h)")
def fourth_cards_though_one_is_elected(broken):
    return _pair_bonus(broken).deals().deals(position=4).ends()


@breaks("T28", "678a.3(b)")
def two_decks_by_hand(broken):
    decks = ("red-1", "blue-1") if broken else ("red-1",)
    return Told().ready(*decks).plays()


@breaks("T29", None)
def rulebook_that_nobody_has(broken):
    return Told().ready().plays(rulebook="678a@2017-01-01" if broken else "678a@2019-11-02")


@breaks("T29", None)
def another_text_of_it(broken):
    told = Told().ready()
    return told.plays(rulebook_sha256="0" * 64 if broken else told.book.sha256)


@breaks("T30", None)
def selections_changed_in_a_round(broken):
    told = Told().ready().begins()
    return (told if broken else told.deals().ends()).reselects()


@breaks("T31", "678a.7(b)")
def closed_in_a_round(broken):
    told = Told().ready().begins().deals()
    return (told if broken else told.ends()).says(
        "table_closed", closed_by="F-1", seats_occupied=[], reason="-"
    )


# --- D: decks ---------------------------------------------------------------------------------------------


@breaks("D01", "663a.3(a)")
def two_cover_cards_in_663a(broken):
    return Told("663a").opens().receives("red-1", cover_cards=2 if broken else 1).seats().prepares().plays()


@breaks("D02", "678a.3(a)")
def three_decks(broken):
    decks = ("red-1", "blue-1", "green-1")
    return Told(shuffling="device").ready(*decks[: 3 if broken else 2]).plays()


@breaks("D03", "678a.3(b)(1)")
def one_colour(broken):
    return Told(shuffling="device").ready("red-1", "red-2" if broken else "blue-1").plays()


@breaks("D05", "678a.3(b)(2)", "T-1-2")
def waiting_deck_shuffled_late(broken):
    told = Told(shuffling="device").ready("red-1", "blue-1").plays("red-1")
    if not broken:
        told.shuffles("red-1")
    return told.plays("blue-1").shuffles("red-1").shuffles("blue-1").plays("red-1")


@breaks("D06", "678a.3(b)(3)", "T-1-2")
def one_deck_twice_running(broken):
    told = Told(shuffling="device").ready("red-1", "blue-1").plays("red-1").shuffles("red-1")
    return told.plays("red-1" if broken else "blue-1")


@breaks("D06", "678a.3(b)(3)", "T-1-2")
def waiting_deck_skipped_for_a_new_one(broken):
    told = Told(shuffling="device").ready("red-1", "blue-1").plays("red-1")
    told.says("deck_removed", deck="red-1", counted=51, missing=[], removed_by="F-1", reason="51 cards")
    return told.receives("red-2").prepares("red-2").plays("red-2" if broken else "blue-1")


@breaks("D07", "678a.3(b)(4)", "T-1-2")
def two_decks_in_the_rack(broken):
    told = Told(shuffling="device").ready("red-1", "blue-1").plays("red-1").begins("blue-1").deals()
    told = told.collects().shuffles("red-1") if broken else told.shuffles("red-1").collects()
    return told.ends().shuffles("blue-1").plays("red-1")


@breaks("D08", "678a.3(c)(1)")
def four_hours_from_the_hand(broken):
    told = Told(dealing="hand", shuffling="device").ready().begins().deals()
    return told.ends(4 * HOUR_S + 60 if broken else 4 * HOUR_S - 60)


@breaks("D09", "678a.3(c)(2)")
def eight_hours_from_a_shoe(broken):
    told = Told().ready().begins().deals()
    return told.ends(8 * HOUR_S + 60 if broken else 8 * HOUR_S - 60)


@breaks("D08", "678a.3(c)(1)")
def from_the_hand_since_the_shoe_failed(broken):
    """Five hours are fine from a shoe."""
    told = (
        Told(dealing="automated_shoe", shuffling="device").ready().begins(dealing="hand" if broken else None)
    )
    return told.deals().ends(5 * HOUR_S)


def _new_deck():
    return Told().opens().receives("red-1").seats()


def _left_out(id_, section, step):
    breaks(id_, section)(lambda broken: _new_deck().prepares(without=(step,) if broken else ()).plays())


_left_out("D10", "678a.4(a)", "inspects")
_left_out("D12", "678a.4(a)", "verifies")
_left_out("D16", "678a.4(b)", "spreads")
_left_out("D17", "678a.4(c)", "washes")
_left_out("D21", "678a.5(a)", "shuffles")
_left_out("D28", "678a.5(c)(2)", "cuts")


@breaks("D11", "678a.4(a)")
def inspected_by_another(broken):
    told = _new_deck().inspects(by="D-2" if broken else "d-1 ")
    return told.prepares(without=("inspects",)).plays()


@breaks("D13", "678a.4(a)")
def verified_by_another_floorperson(broken):
    told = _new_deck().inspects().verifies(by="F-2" if broken else "F-1")
    return told.prepares(without=("inspects", "verifies")).plays()


@breaks("D14", "678a.4(a)")
def verified_before_inspected(broken):
    told = _new_deck()
    told = told.verifies().inspects() if broken else told.inspects().verifies()
    return told.prepares(without=("inspects", "verifies")).plays()


@breaks("D14", "678a.4(b)")
def spread_before_verified(broken):
    told = _new_deck().inspects()
    told = told.spreads().verifies() if broken else told.verifies().spreads()
    return told.prepares(without=("inspects", "verifies", "spreads")).plays()


@breaks("D15", "678a.4(a)")
def defect_found_and_played(broken):
    defects = [{"card": "As", "defect": "a bent corner"}] if broken else []
    return _new_deck().inspects(defects=defects).prepares(without=("inspects",)).plays()


@breaks("D15", "678a.4(a)")
def short_when_inspected(broken):
    return _new_deck().inspects(counted=51 if broken else 52).prepares(without=("inspects",)).plays()


@breaks("D16", "678a.4(b)")
def spread_face_down(broken):
    told = _new_deck().inspects().verifies().spreads(face="down" if broken else "up")
    return told.washes().stacks().plays()


@breaks("D18", "678a.4(c)")
def washed_before_anybody_came(broken):
    told = Told().opens().receives("red-1").inspects().verifies().spreads()
    told = told.washes().seats() if broken else told.seats().washes()
    return told.stacks().plays()


@breaks("D18", "678a.4(c)")
def washed_and_nobody_had_looked(broken):
    told = _new_deck().prepares(without=("washes", "shuffles", "cuts"))
    return told.washes(seen_by=None if broken else 1).stacks().plays()


@breaks("D22", "678a.5(a)", "T-1-2")
def next_round_unshuffled(broken):
    told = Told(shuffling="device").ready().plays()
    return (told if broken else told.shuffles()).plays()


def _ruled(told, ruling):
    fields = {"kind": "other", "section": "678a.5(a)", "ruled_by": "F-1", "reason": "as directed"}
    return told.says("irregularity_ruled", ruling=ruling, **fields)


@breaks("D23", "678a.5(a)", "T-1-1")
def reshuffle_not_done(broken):
    told = _ruled(Told(shuffling="device").ready(), "reshuffle")
    return (told if broken else told.shuffles()).plays()


@breaks("D24", "678a.5(a)", None)
def shuffled_otherwise(broken):
    """A device at a table whose cards are shuffled by hand."""
    method = "device" if broken else "manual"
    return Told().ready().plays().shuffles(method=method).cuts().plays()


@breaks("D24", "678a.5(a)", None)
def shuffled_by_a_device_out_of_order(broken):
    told = Told(shuffling="device").ready().plays()
    told.says(
        "device_marked_out_of_order", device="SH-1" if broken else "SH-2", kind="shuffler", marked="sign"
    )
    return told.shuffles(device="SH-1").plays()


@breaks("D25", "678a.5(a)")
def shuffled_in_its_round(broken):
    told = Told(shuffling="device").ready().begins().deals()
    return told.shuffles(ordered_by=None if broken else "F-1").ends()


def _short(told, broken):
    """The next round is played with another deck, and the short one is still there."""
    told.plays("red-1").shuffles("red-1", counted=51)
    if not broken:
        told.says("deck_removed", deck="red-1", counted=51, missing=[], removed_by="F-1", reason="51 cards")
    return told.receives("red-2").prepares("red-2").plays("red-2")


@breaks("D26", "678a.5(b)", "T-1-2")
def short_deck_not_removed(broken):
    return _short(Told(shuffling="counting_device").ready(), broken)


@breaks("D27", "678a.5(b)", "T-1-2")
def removed_deck_comes_back(broken):
    told = Told(shuffling="device").ready().plays()
    told.says("deck_removed", deck="red-1", counted=51, missing=[], removed_by="F-1", reason="51 cards")
    return told.receives("red-2").prepares("red-2").plays("red-1" if broken else "red-2")


@breaks("D29", "678a.5(c)(2)")
def preshuffled_and_not_cut(broken):
    told = Told(shuffling="device").opens().receives("red-1", pre="is").seats()
    return (told if broken else told.cuts()).plays()


@breaks("D30", "678a.5(c)(2)")
def cut_before_the_shuffle(broken):
    told = _new_deck().prepares(without=("shuffles", "cuts"))
    return (told.cuts().shuffles() if broken else told.shuffles().cuts()).plays()


@breaks("D31", "678a.5(d)")
def nine_cards_deep(broken):
    return _new_deck().prepares(without=("cuts",)).cuts(depth=9 if broken else 10).plays()


@breaks("D32", "678a.5(d)")
def cut_without_cover_card(broken):
    return _new_deck().prepares(without=("cuts",)).cuts(cover_cards=0 if broken else 1).plays()


def _recut(told, by="F-1"):
    return told.says("recut_ordered", deck="red-1", ordered_by=by, reason="too near the top")


@breaks("D33", "678a.5(e)")
def recut_after_the_first_card(broken):
    told = Told().ready().begins()
    told = _recut(told.deals()) if broken else _recut(told).cuts().deals()
    return told.ends()


@breaks("D34", "678a.5(e)")
def recut_not_done(broken):
    told = _recut(Told().ready())
    return (told if broken else told.cuts()).plays()


@breaks("D35", "678a.5(e)", None)
def recut_ordered_by_the_dealer(broken):
    return _recut(Told().ready(), "D-1" if broken else "F-1").cuts().plays()


def _idle(told):
    return told.plays().stacks().leaves().says("deck_spread", 5, **SPREAD)


SPREAD = {"deck": "red-1", "occasion": "idle", "face": "down", "asked_by_player": False}


@breaks("D36", "678a.5(f)", None)
def idle_and_not_spread(broken):
    told = Told().ready().plays().stacks().leaves()
    if not broken:
        told.says("deck_spread", **SPREAD)
    told.says("player_seated", 600, player="P-2", seat=2, boxes=[2])
    return told if broken else told.washes().stacks().plays()


@breaks("D37", "678a.5(f)", None)
def idle_and_face_up(broken):
    told = Told().ready().plays().stacks().leaves()
    return told.spreads(face="up", occasion="idle", asked=not broken)


def _after_idle(left_out):
    def tell(broken):
        told = _idle(Told().ready()).seats()
        for step in ("washes", "shuffles", "cuts"):
            if not (broken and step == left_out):
                getattr(told, step)()
        return told.plays()

    return tell


for _step in ("washes", "shuffles", "cuts"):
    breaks("D38", "678a.5(f)", "T-1-2")(_after_idle(_step))


@breaks("D40", "678a.4(a)")
def deck_never_received(broken):
    return Told(shuffling="device").ready().plays("blue-9" if broken else "red-1")


@breaks("D41", "678a.9(a)(1)")
def preshuffled_and_from_the_hand(broken):
    told = Told(dealing="hand" if broken else "manual_shoe", shuffling="device")
    return told.opens().receives("red-1", pre="is").seats().cuts().plays()


# --- the two tellings -------------------------------------------------------------------------------------

ALIKE = {"T25", "T28", "T31", *(f"D{number:02d}" for number in range(1, 43))}
"""Checks whose section has the same letters in every chapter."""


def in_every_chapter(scenario: Scenario) -> list[Scenario]:
    """The scenario as it is, or told at a table of each chapter that has the rule."""
    if scenario.id not in ALIKE or not (scenario.section or "").startswith("678a"):
        return [scenario]
    chapters = [chapter for chapter in BOOKS if (scenario.id, chapter) != ("D29", "663a")]
    return [scenario._replace(section=scenario.section.replace("678a", each)) for each in chapters]


EVERY = [each for scenario in SCENARIOS for each in in_every_chapter(scenario)]
IDS = [f"{each.id}-{each.section}-{number}" for number, each in enumerate(EVERY)]


def told(scenario, monkeypatch, *, broken):
    if scenario.section is not None:
        monkeypatch.setattr(Told, "chapter_of_all", scenario.section.partition(".")[0])
    return scenario.tell(broken).findings


@pytest.mark.reg(
    "58 Pa. Code §§ 647a.10(g), 647a.12(c), 647a.12(d)(5), 647a.2(b)(10)(i), 647a.2(b)(10)(ii), "
    "647a.2(b)(9), 647a.2(c), 647a.2(d), 647a.3(a), 647a.3(b), 647a.3(b)(1), 647a.3(b)(2), 647a.3(b)(3), "
    "647a.3(b)(4), 647a.3(c)(1), 647a.3(c)(2), 647a.4(a), 647a.4(b), 647a.4(c), 647a.5(a), 647a.5(b), "
    "647a.5(c)(2), 647a.5(d), 647a.5(e), 647a.5(f), 647a.7(b), 647a.9(a)(1), 663a.2(a), 663a.2(b)(7), "
    "663a.3(a), 663a.3(b), 663a.3(b)(1), 663a.3(b)(2), 663a.3(b)(3), 663a.3(b)(4), 663a.3(c)(1), "
    "663a.3(c)(2), 663a.4(a), 663a.4(b), 663a.4(c), 663a.5(a), 663a.5(b), 663a.5(c)(2), 663a.5(d), "
    "663a.5(e), 663a.5(f), 663a.7(b), 663a.7(f), 663a.8(a), 663a.9(a)(1), 677a.10(g), 677a.2(b)(7), "
    "677a.2(b)(8)(i), 677a.2(b)(8)(ii), 677a.3(a), 677a.3(b), 677a.3(b)(1), 677a.3(b)(2), 677a.3(b)(3), "
    "677a.3(b)(4), 677a.3(c)(1), 677a.3(c)(2), 677a.4(a), 677a.4(b), 677a.4(c), 677a.5(a), 677a.5(b), "
    "677a.5(c)(2), 677a.5(d), 677a.5(e), 677a.5(f), 677a.5(g), 677a.7(b), 677a.7(e), 677a.9(a)(1), "
    "678a.12(b), 678a.12(e), 678a.2(a), 678a.2(b)(7)(i), 678a.2(b)(7)(ii), 678a.2(b)(7)(iii), "
    "678a.2(b)(7)(iv), 678a.2(c), 678a.3(a), 678a.3(b), 678a.3(b)(1), 678a.3(b)(2), 678a.3(b)(3), "
    "678a.3(b)(4), 678a.3(c)(1), 678a.3(c)(2), 678a.4(a), 678a.4(b), 678a.4(c), 678a.5(a), 678a.5(b), "
    "678a.5(c)(2), 678a.5(d), 678a.5(e), 678a.5(f), 678a.7(b), 678a.7(d)(2), 678a.8(a), 678a.9(a)(1), "
    "679a.10(g), 679a.12(f), 679a.2(b), 679a.2(b)(4), 679a.2(b)(5), 679a.3(a), 679a.3(b), 679a.3(b)(1), "
    "679a.3(b)(2), 679a.3(b)(3), 679a.3(b)(4), 679a.3(c)(1), 679a.3(c)(2), 679a.4(a), 679a.4(b), "
    "679a.4(c), 679a.5(a), 679a.5(b), 679a.5(c)(2), 679a.5(d), 679a.5(e), 679a.5(f), 679a.7(b), "
    "679a.8(h), 679a.9(a)(1)"
)
@pytest.mark.parametrize("scenario", EVERY, ids=IDS)
def test_the_broken_rule_is_found_with_its_section_and_nothing_else(scenario, monkeypatch):
    (found,) = told(scenario, monkeypatch, broken=True)

    assert (found.id, found.section, found.round) == (scenario.id, scenario.section, scenario.round)
    refused = scenario.id in ("T18", "T19")
    assert found.severity == ("record" if refused or scenario.section is None else "procedure")
    assert found.message[0].isupper() or found.message[0].isdigit()
    assert found.message.endswith((".", "says"))
    assert found.events == tuple(sorted(set(found.events)))


@pytest.mark.parametrize("scenario", EVERY, ids=IDS)
def test_its_clean_twin_is_not_found(scenario, monkeypatch):
    assert told(scenario, monkeypatch, broken=False) == []


def test_the_mark_names_what_the_scenarios_break():
    (mark,) = [
        each
        for each in test_the_broken_rule_is_found_with_its_section_and_nothing_else.pytestmark
        if each.name == "reg"
    ]

    assert mark.args[0] == "58 Pa. Code §§ " + ", ".join(
        sorted({each.section for each in EVERY if each.section})
    )


def test_every_check_has_a_scenario():
    broken = {scenario.id for scenario in SCENARIOS}
    listed = [check.id for check in CHECKS]

    assert len(listed) == len(set(listed))
    assert broken == set(listed) - NEVER_ALONE.keys()
    every = {*(f"T{n:02d}" for n in range(1, 32)), *(f"D{n:02d}" for n in range(1, 43))}
    assert {*listed, *NOT_VISIBLE, *OF_LINKS} == every
    assert len({check.word for check in CHECKS}) == len(CHECKS)
