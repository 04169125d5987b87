"""D01–D42: decks that are not prepared, shuffled, cut, alternated or changed as x.3 to x.5 have it."""

from __future__ import annotations

from tests.projections.examining.scenarios import breaks
from tests.projections.examining.told import Told

HOUR_S = 3_600


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


def described(told, **designs):
    for colour, names in designs.items():
        told.says("deck_described", deck=f"{colour}-1", designs=names)
    return told


@breaks("D04", "678a.3(a)")
def cards_of_one_deck_unlike(broken):
    names = ["Diamond Back", "Bee" if broken else "diamond back "]
    return described(Told().ready("red-1"), red=names).plays()


@breaks("D04", "678a.3(b)(1)")
def cards_of_one_of_two_decks_unlike(broken):
    told = Told(shuffling="device").ready("red-1", "blue-1")
    return described(told, blue=["Bee", "Diamond Back"] if broken else ["Bee"]).plays("red-1")


@breaks("D04", "678a.3(b)(1)")
def two_decks_unlike(broken):
    """Only the colour of the backs may differ. Nothing is asked where nobody described a deck."""
    told = Told(shuffling="device").ready("red-1", "blue-1")
    told = described(told, red=["Diamond Back"], **({"blue": ["Bee"]} if broken else {}))
    return told.plays("red-1")


@breaks("D04", "678a.3(b)(1)")
def two_decks_said_to_be_unlike(broken):
    told = Told(shuffling="device").ready("red-1", "blue-1")
    return described(told, red=["Bee"], blue=["Diamond Back" if broken else "BEE"]).plays("red-1")


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


@breaks("D23", "678a.5(a)")
def reshuffle_not_done(broken):
    told = _ruled(Told(shuffling="device").ready().begins().deals(), "reshuffle")
    return (told if broken else told.shuffles(ordered_by="F-1")).deals().ends()


@breaks("D23", "678a.5(a)", "T-1-2")
def reshuffle_between_rounds_not_done(broken):
    told = _ruled(Told(shuffling="device").ready().plays().shuffles(), "reshuffle")
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
    told.says("player_seated", 600, player="P-2", seat=1, boxes=[1])
    return told if broken else told.washes().stacks().plays()


@breaks("D36", "678a.5(f)", None)
def left_before_the_round_was_over(broken):
    """The cards were in play for ten minutes more: nobody could spread them."""
    told = Told().ready()
    script = told.script().before("round_closed", ("player_left", {"player": "P-1", "seat": 1}))
    told.begins(script=script).deals().ends(600).stacks()
    told.says("player_seated", 600 if broken else 10, player="P-2", seat=1, boxes=[1])
    return told if broken else told.plays()


@breaks("D36", "678a.5(f)", None)
def left_while_the_device_was_mended(broken):
    """The cards were in it for ten minutes."""
    told = Told(None, shuffling="device").ready().plays().leaves()
    told.says("cards_shuffled", 600, deck="red-1", method="device", device="SH-1")
    told.says("player_seated", 600 if broken else 10, player="P-2", seat=1, boxes=[1])
    return told if broken else told.plays()


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
