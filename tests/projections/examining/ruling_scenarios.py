"""I17, I19–I24: who rules on an irregularity and how; devices that jam, fail and come back (x.13)."""

from __future__ import annotations

from tests.projections.examining.clean_rounds import DEALER, FLOORPERSON
from tests.projections.examining.irregularity_scenarios import (
    ALL,
    DEAL_JAM,
    EXPOSED,
    FACE_UP,
    OUT_OF_ORDER,
    SHUFFLE_JAM,
    called,
    counting,
    dealt,
    ends_void,
    first_cards,
    found,
    jam_lines,
    played_on,
    ruled,
    seen,
)
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.told import Told

# --- called and ruled -------------------------------------------------------------------------------------


@breaks("I22", dict.fromkeys(ALL))
def nobody_rules(broken):
    told = counting().ready()
    lines = [found("8c"), called("face_up_single")]
    if not broken:
        lines.append(ruled("face_up_single", "card_not_used", FACE_UP[told.chapter]))
    return played_on(told, 1, *lines)


@breaks("I22", dict.fromkeys(ALL))
def nobody_rules_between_rounds(broken):
    told = counting().ready()
    told.says("device_jammed", device="SH-1", kind="shuffler", during="shuffle")
    lines = [called("shuffler_jam"), ruled("shuffler_jam", "reshuffle", SHUFFLE_JAM[told.chapter])]
    for type_, fields in lines[: 1 if broken else 2]:
        told.says(type_, **fields)
    return told.shuffles().plays()


def _single(broken, wrong, right):
    told = counting().ready()
    line = ruled("face_up_single", *(wrong if broken else right)(told.chapter))
    return played_on(told, 1, found("8c"), called("face_up_single"), line)


@breaks("I23", FACE_UP)
def another_section_cited(broken):
    return _single(
        broken,
        lambda chapter: ("card_not_used", f"{chapter}.6(a)"),
        lambda chapter: ("card_not_used", FACE_UP[chapter]),
    )


@breaks("I23", FACE_UP)
def another_ruling(broken):
    return _single(
        broken,
        lambda chapter: ("play_on", FACE_UP[chapter]),
        lambda chapter: ("card_not_used", FACE_UP[chapter]),
    )


@breaks("I23", SHUFFLE_JAM)
def another_ruling_between_rounds(broken):
    told = counting().ready()
    told.says("device_jammed", device="SH-1", kind="shuffler", during="shuffle")
    told.says("irregularity_called", **called("shuffler_jam")[1])
    ruling = "other" if broken else "reshuffle"
    told.round = "T-1-1"  # it is named for the round that it waits for
    told.says("irregularity_ruled", **ruled("shuffler_jam", ruling, SHUFFLE_JAM[told.chapter])[1])
    return told.shuffles().plays()


@breaks("I24", FACE_UP)
def the_dealer_rules(broken):
    told = counting().ready()
    by = DEALER if broken else FLOORPERSON
    line = ruled("face_up_single", "card_not_used", FACE_UP[told.chapter], by)
    return played_on(told, 1, found("8c"), called("face_up_single"), line)


# --- devices ----------------------------------------------------------------------------------------------


@breaks("I17", SHUFFLE_JAM)
def jammed_and_not_shuffled_again(broken):
    told = counting().ready()
    told.says("device_jammed", device="SH-1", kind="shuffler", during="shuffle")
    return (told if broken else told.shuffles()).plays()


@breaks("I17", SHUFFLE_JAM, "T-1-3")
def jammed_with_two_decks(broken):
    """The deck that was played last is the one that jammed; the other is dealt from meanwhile."""
    told = counting().ready("red-1", "blue-1").plays("red-1").shuffles("red-1")
    told.says("device_jammed", device="SH-1", kind="shuffler", during="shuffle").plays("blue-1")
    return (told if broken else told.shuffles("red-1")).shuffles("blue-1").plays("red-1")


@breaks("I19", DEAL_JAM)
def dealt_cards_left_out_of_the_shuffle(broken):
    told = counting(dealing="automated_shoe").ready()
    lines, section = jam_lines(told)
    script = first_cards(told)
    script.lines += [*lines, ruled("shoe_jam", "round_void", section)]
    told.plays(script=ends_void(script, section))
    told.round = "T-1-1"  # it completes the round that is void
    return told.shuffles(counted=45 if broken else 52)


DEVICE = {"device": "AS-1", "kind": "automated_shoe"}


@breaks("I20", OUT_OF_ORDER)
def failed_and_not_marked(broken):
    told = Told(dealing="automated_shoe", shuffling="device").ready()
    told.says("device_failed", **DEVICE, problem="it does not dispense")
    if not broken:
        told.says("device_marked_out_of_order", **DEVICE, marked="covered")
    return told.plays(dealing="hand").shuffles().plays(dealing="hand")


@breaks("I21", OUT_OF_ORDER)
def out_of_order_and_used(broken):
    told = Told(dealing="automated_shoe", shuffling="device").ready()
    told.says("device_failed", **DEVICE, problem="it does not dispense")
    told.says("device_marked_out_of_order", **DEVICE, marked="covered")
    if not broken:
        told.says("device_returned_to_service", **DEVICE, returned_by=FLOORPERSON)
    return told.plays().shuffles().plays()


@breaks("I22", dict.fromkeys(EXPOSED))
def exposed_and_void_without_a_ruling(broken):
    """Hands are void and stakes go back, as x.13(d) has it: only who ruled so is missing."""
    return _exposed_unruled(broken, called("dealer_card_exposed"))


@breaks("I22", dict.fromkeys(EXPOSED))
def exposed_and_void_and_never_called(broken):
    return _exposed_unruled(broken)


def _exposed_unruled(broken, *calls):
    told = counting().ready()
    section = EXPOSED[told.chapter]
    script = dealt(told)
    script.lines += [seen(told.chapter), *calls]
    if not broken:
        script.lines.append(ruled("dealer_card_exposed", "hands_void", section))
    ends_void(script, section).lines[-1] = ("round_closed", {"rack_cards": 52})
    return told.plays(script=script)
