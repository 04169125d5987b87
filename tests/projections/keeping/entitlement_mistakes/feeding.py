"""Who may feed a meter: every rule, and the mistake of leaving it out."""

from __future__ import annotations

from tests.projections.keeping.entitlement_mistakes.mistake import Edit, mistake
from tests.projections.keeping.entitlement_mistakes.telling import Telling
from tests.projections.keeping.lying_floor import EAST, WEST

DESIGN = "Who may feed and claim"
SELECTIONS = "keeping.joins.selections_of"
WAGER = "keeping.contributions._wager_problem"
JUDGED = "keeping.contributions._judged"
CONTROL = "keeping.control.control_problem"
DIFFERENCE = "link_parameters.difference"
TERMS = "keeping.control.evolve_terms_changed"

# --- which tables ------------------------------------------------------------------------------------------


@mistake(
    Edit(
        SELECTIONS,
        'return "the table has not joined the link"',
        "return TableParameters(0, wagers=(*state.terms.wagers,), feeding=(*state.terms.wagers,))",
    ),
    found_by="bets",
    reasons=("the table has not joined the link",),
)
def never_joined(floor: Telling) -> None:
    """Only a table that has joined feeds."""
    floor.bet(1, table="T2", selections=9)


@mistake(
    Edit("keeping.evolution.remember_leg", "if table not in state.tables:", "if False:"),
    found_by="state_is_bounded",
)
def nothing_of_a_stranger(floor: Telling) -> None:
    """Of a table that never joined nothing is remembered."""
    floor.bet(1, table="T2", selections=9)
    floor.void(1, table="T2")


@mistake(
    Edit(SELECTIONS, "if selected.selections_seq == selections_seq:", "if selected.wagers:"),
    found_by="bets",
    reasons=("the table had left the link when the round was opened",),
)
def has_left(floor: Telling) -> None:
    """A table that has left feeds no more."""
    floor.select("none")
    floor.bet(1)


@mistake(
    Edit("keeping.joins.evolve_left", "return _with_selections(", "return state or _with_selections("),
    found_by="bets",
)
def leaving_is_remembered(floor: Telling) -> None:
    """That a table left is one of its last two selections."""
    floor.select("none")
    floor.select()
    floor.bet(1, selections=3)


@mistake(
    Edit("keeping.joins._with_selections", "[1 - KEPT :]", "[-2:]"),
    found_by="bets",
    reasons=("the round was opened under selections",),
)
def older_selections(floor: Telling) -> None:
    """Only the last two selections of a table count."""
    floor.select()
    floor.select()
    floor.bet(1, selections=3)


@mistake(Edit("keeping.joins._with_selections", "[1 - KEPT :]", "[:0]"), found_by="bets")
def selections_before_a_change(floor: Telling) -> None:
    """A change of selections takes nothing from the round that is open."""
    floor.select("none")
    floor.bet(1, selections=2)


@mistake(Edit(SELECTIONS, "if selected.selections_seq == selections_seq:", "if True:"), found_by="bets")
def selections_by_their_number(floor: Telling) -> None:
    """A leg says under which selections its round was opened, and these count."""
    floor.bet(1, selections=9)


@mistake(
    Edit(DIFFERENCE, "if table.unit_wager_mc != link.unit_wager_mc:", "if False:"),
    found_by="selects",
    reasons=("so its wagers feed no",),
)
def unit_of_the_table(floor: Telling) -> None:
    """A table plays by the one unit of its link."""
    floor.select(other="unit")
    floor.bet(1)


@mistake(
    Edit(DIFFERENCE, "if table.paytable and link.paytable and table.paytable != link.paytable:", "if False:"),
    found_by="selects",
    reasons=("the table's paytable is B, the link's is A",),
)
def paytable_of_the_table(floor: Telling) -> None:
    """A table plays by the paytable of its link."""
    floor.select(other="paytable")


@mistake(
    Edit(DIFFERENCE, "if table.rulebook and link.rulebook and table.rulebook != link.rulebook:", "if False:"),
    found_by="selects",
)
def game_of_the_table(floor: Telling) -> None:
    """A table plays by the rulebook of its link."""
    floor.select(other="rulebook")


@mistake(
    Edit(DIFFERENCE, "if link.wagers and not set(table.wagers) & set(link.wagers):", "if False:"),
    found_by="selects",
)
def wagers_of_the_table(floor: Telling) -> None:
    """A table offers a wager of its link at least."""
    floor.select("other")


@mistake(Edit(SELECTIONS, "return selected.problem or selected", "return selected"), found_by="bets")
def other_parameters_feed_nothing(floor: Telling) -> None:
    """A table by other parameters than its link's feeds nothing."""
    floor.select(other="paytable")
    floor.bet(1)


@mistake(Edit(TERMS, "return compared_again(changed)", "return changed"), found_by="bets")
def compared_with_new_terms(floor: Telling) -> None:
    """A table is compared with the terms that its link has when it plays."""
    floor.control_link("closes", "opens_other")
    floor.bet(1)


# --- which wagers ------------------------------------------------------------------------------------------


@mistake(
    Edit(WAGER, "if wager.amount_mc != unit_mc:", "if False:"),
    found_by="bets",
    reasons=("was wagered, and the link takes",),
)
def unit_of_the_wager(floor: Telling) -> None:
    """A wager is of the link's unit."""
    floor.bet(1, odd=True)


@mistake(
    Edit(WAGER, "if wager.wager not in state.terms.wagers:", "if False:"),
    found_by="bets",
    reasons=("the link takes ",),
)
def link_s_own_wagers(floor: Telling) -> None:
    """The link names the wagers that feed it."""
    floor.select("more")
    floor.bet(1, wager="ante")


@mistake(
    Edit(WAGER, "if wager.wager not in selected.wagers:", "if False:"),
    found_by="bets",
    reasons=("the table did not offer",),
)
def offered_by_the_table(floor: Telling) -> None:
    """A table feeds by the wagers that it offers."""
    floor.select("one")
    floor.bet(1, wager="on_dealer")


@mistake(
    Edit(WAGER, "if again:", "if False:"),
    found_by="bets",
    reasons=("had this wager in the round already",),
)
def once_a_seat_and_wager(floor: Telling) -> None:
    """A seat has each wager once."""
    floor.bet(1, 1)


@mistake(Edit(JUDGED, "(again is None or accepted.keys().isdisjoint(again.wagers))", "True"), found_by="bets")
def once_a_round(floor: Telling) -> None:
    """A seat has each wager once in the round, however often bets are closed."""
    floor.bet(1)
    floor.bet(1, again=True)


@mistake(
    Edit(
        "keeping.contributions._one_by_one",
        "return accepted, set_aside",
        'return {}, stakes(wagers, "no other amount: one of them is")',
    ),
    found_by="bets",
)
def one_bad_wager(floor: Telling) -> None:
    """One bad wager is set aside alone; the others feed and win."""
    floor.bet(1, 2, odd=True)


@mistake(Edit("keeping.evolution._last_round", "if again is not None:", "if False:"), found_by="shows")
def second_no_more_bets(floor: Telling) -> None:
    """A second "no more bets" adds to the first and takes nothing away."""
    floor.bet(1)
    floor.bet(2, again=True)
    floor.claim(1)


# --- which control -----------------------------------------------------------------------------------------


@mistake(Edit("keeping.keeper.Keeper._in_turn", "if unheard or (", "if ("), found_by="judges_due")
def control_not_heard(floor: Telling) -> None:
    """A leg waits for the control that its wagers were taken at."""
    floor.bet(1, control=1)


@mistake(Edit("keeping.keeper.Keeper._heard", '== "control"', '== "legs"'), found_by="bets")
def control_heard(floor: Telling) -> None:
    """A leg that waited is decided when its control has come."""
    floor.bet(1, control=1)
    floor.control_link("closes")


@mistake(
    Edit(CONTROL, "if closed and control_seq >= closed and (", "if False and ("),
    found_by="bets",
    reasons=("the link was closed when the round was opened",),
)
def closed_when_taken(floor: Telling) -> None:
    """Wagers that were taken while the link was closed are due back."""
    floor.control_link("closes")
    floor.bet(1)


@mistake(
    Edit(
        JUDGED,
        "problem = control_problem(state, part.control_seq)",
        'problem = control_problem(state, part.control_seq) or ("" if state.live else "it is closed")',
    ),
    found_by="bets",
)
def closed_since(floor: Telling) -> None:
    """That the link was closed since harms nobody."""
    floor.bet(1, control=1)
    floor.control_link("closes", "opens")
    floor.control_link("closes")
    floor.bet(1, control=-1)


@mistake(
    Edit(CONTROL, "if not opened or not control_seq:", "if False:"),
    found_by="bets",
    reasons=("the link was not open when the round was opened",),
)
def never_seen_open(floor: Telling) -> None:
    """A recorder that found no open link took no wager for it."""
    floor.bet(1, control=-99)


@mistake(
    Edit(CONTROL, "if control_seq < state.terms_seq:", "if False:"),
    found_by="bets",
    reasons=("the link's terms have changed since the round was opened",),
)
def other_terms_since(floor: Telling) -> None:
    """Wagers that were taken under other terms are due back."""
    floor.control_link("closes", "opens_other")
    floor.select()
    floor.bet(1, control=-2)


@mistake(
    Edit(
        TERMS, "terms_seq = state.terms_seq if same else record.source_seq", "terms_seq = record.source_seq"
    ),
    found_by="bets",
)
def same_terms_since(floor: Telling) -> None:
    """A link that was opened again by the same terms has what was taken before."""
    floor.control_link("closes", "opens")
    floor.bet(1, control=-2)


@mistake(
    Edit(CONTROL, "if state.retired:", "if False:"),
    found_by="bets",
    reasons=("the link has been retired since the round was opened",),
)
def retired_since(floor: Telling) -> None:
    """Nothing feeds a link that was given up."""
    floor.control_link("empties", "closes", "retires")
    floor.bet(1, control=-4)


# --- the guard ---------------------------------------------------------------------------------------------


def over_the_guard(floor: Telling) -> None:
    """Seven wagers in a round, six of which would be reasonable; the last three are a leg of their own."""
    floor.bet(1, 2, 3, 4)
    floor.bet(1, 2, 3, wager="on_dealer", again=True)


@mistake(
    Edit("keeping.contributions._unreasonable", "if played_mc <= guard_mc:", "if True:"),
    found_by="bets",
    reasons=("in one round is unreasonable",),
)
def the_guard(floor: Telling) -> None:
    """What is unreasonable feeds nothing."""
    over_the_guard(floor)


@mistake(
    Edit(
        "keeping.contributions._unreasonable",
        "(0 if accepted.again is None else len(accepted.again.wagers))",
        "0",
    ),
    found_by="bets",
)
def the_guard_of_a_round(floor: Telling) -> None:
    """The guard is for the whole round, in however many legs it comes."""
    over_the_guard(floor)


@mistake(
    Edit("keeping.contributions._unfed", "refused._replace(accepted=accepted)", "refused"), found_by="shows"
)
def the_guard_refuses_no_claim(floor: Telling) -> None:
    """Wagers over the guard can win."""
    over_the_guard(floor)
    floor.claim(1, wager="on_dealer")


@mistake(Edit("keeping.reversals._reversal", " and of not in last.unfed", ""), found_by="voids")
def unfed_is_not_reversed(floor: Telling) -> None:
    """What fed nothing is not taken back."""
    over_the_guard(floor)
    floor.void(1)


@mistake(
    Edit("keeping.contributions._fed", "if wagered_mc + most_mc > MAX_AMOUNT_MC:", "if False:"),
    found_by="bets",
    reasons=("more a meter would hold more than",),
)
def a_full_meter(floor: Telling) -> None:
    """A meter at its bound is fed no more."""
    floor.control_link("fills", link=WEST)
    floor.bet(1, link=WEST)
    floor.bet(1, link=EAST)
