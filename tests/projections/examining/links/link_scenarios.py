"""T22, T24, A15, A17, A20, A23, A24, I26, R05, R06: a link told twice, broken and clean, by what its keeper
decides on legs; the keeper's own mistakes are made in its records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from events.vocabulary.links import LinkOpened
from projections.recording.link_rules import link_terms
from tests.amounts import dollars
from tests.projections.examining.links.told_link import LINK, ToldLink
from tests.scenario import SIGNED, UNIT_MC

DOLLAR = dollars(1)


class LinkScenario(NamedTuple):
    """The check that it is about, the section, the kind of link, how it is told, round and table named."""

    id: str
    section: str | None
    kind: str
    tell: Callable[[str, bool], ToldLink]
    round: str | None
    table: str | None


SCENARIOS: list[LinkScenario] = []
Tell = Callable[[str, bool], ToldLink]

AMOUNT = {"678a": "678a.12(d)(4)", "647a": "647a.12(d)(4)", "647a five card": "647a.12(e)(2)"}
TERMS = {"678a": "678a.12(d)(3)", "647a": "647a.12(d)(3)", "647a five card": "647a.12(e)(4)"}
LINKED = {"678a": "678a.2(c)", "647a": "647a.2(c)", "647a five card": "647a.2(d)"}
VOID = {"678a": "678a.13", "647a": "647a.13"}
NO_SECTION: Mapping[str, str | None] = {"678a": None}


def breaks(
    id_: str, sections: Mapping[str, str | None], round_: str | None = "T1-R1", table: str | None = "T1"
) -> Callable[[Tell], Tell]:
    """Puts a function that tells a scenario, broken or not, into the list, for each kind of link."""

    def of(tell: Tell) -> Tell:
        for kind, section in sections.items():
            SCENARIOS.append(LinkScenario(id_, section, kind, tell, round_, table))
        return tell

    return of


# --- terms and tables ------------------------------------------------------------------------------------


@breaks("T22", TERMS, None, None)
def seed_below_the_paytables(kind: str, broken: bool) -> ToldLink:
    return _with_meter(kind, broken, "seed_mc", -DOLLAR)


@breaks("T22", TERMS, None, None)
def reseed_above_the_paytables(kind: str, broken: bool) -> ToldLink:
    return _with_meter(kind, broken, "reseed_mc", DOLLAR)


@breaks("T22", TERMS, None, None)
def rate_other_than_the_paytables(kind: str, broken: bool) -> ToldLink:
    return _with_meter(kind, broken, "primary_bp", -100)


def _with_meter(kind: str, broken: bool, field: str, more: int) -> ToldLink:
    told = ToldLink(kind)
    (meter,) = told.terms.meters
    changed = replace(meter, **{field: getattr(meter, field) + more})
    return ToldLink(kind, meters=(changed if broken else meter,))


@breaks("T22", {"678a": "678a.12(d)(3)"}, None, None)
def reset_below_30000_in_the_text_of_2015(_kind: str, broken: bool) -> ToldLink:
    given = {"signed_by": SIGNED, "reason": "opening", "primary_bp": 1_500}
    terms = link_terms(LinkOpened, "678a@2015-proposed", "A", "progressive", UNIT_MC, **given)
    (meter,) = terms.meters
    low = replace(meter, reseed_mc=dollars(29_999) if broken else dollars(30_000))
    return ToldLink(rulebook=terms.rulebook, meters=(low,), awards=terms.awards)


@breaks("T22", {"678a": "678a.12(d)(3)"}, None, None)
def terms_that_are_changed_to_others(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.takes(told.desk.closes())
    (meter,) = told.terms.meters
    other = replace(meter, reserve_bp=400) if broken else meter
    told.takes(told.desk.changes_terms(meters=(other,), wagers=told.terms.wagers))
    return told


@breaks("T24", LINKED, None, "T2")
def table_of_another_unit(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.joins(told.other, unit_mc=UNIT_MC + DOLLAR if broken else UNIT_MC)
    return told


@breaks("T24", LINKED, None, "T2")
def table_of_another_facility(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.joins(told.other, facility="PIT" if broken else "PHL")
    return told


# --- what is paid ----------------------------------------------------------------------------------------


@breaks("A15", AMOUNT)
def paid_a_dollar_less(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    claim = told.wins()
    told.pays(claim, told.amount_mc - DOLLAR * broken)
    return told


@breaks("A15", AMOUNT)
def paid_a_dollar_more(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    claim = told.wins()
    told.pays(claim, told.amount_mc + DOLLAR * broken)
    return told


@breaks("A15", {"647a five card": "647a.12(e)(2)"})
def one_share_of_a_dealers_hand_is_paid_short(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    claim = told.wins_by_the_dealer()
    half = told.amount_mc // 2
    told.pays(claim, half, seat=1)
    told.pays(claim, half - DOLLAR * broken, seat=2)
    return told


@breaks("A15", {"678a": "678a.12(d)(4)"})
def paid_before_an_earlier_award_went_back(kind: str, broken: bool) -> ToldLink:
    """What was paid rightly is too little since; where it was not paid yet, the right amount is."""
    told = ToldLink(kind)
    told.bets(1, 2)
    first = told.claims(2)
    second = told.claims(1)
    told.takes(told.table.validates(second))
    if broken:
        told.pays(second)
    told.takes(told.table.rejects(first))
    if not broken:
        told.takes(told.table.validates(second))
        told.pays(second, told.last("award_corrected").amount_mc)
    return told


@breaks("A17", AMOUNT)
def paid_by_two_slips(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    claim = told.wins()
    told.pays(claim, slip="17")
    if broken:
        told.pays(claim, slip="18")
    return told


@breaks("A17", AMOUNT)
def entered_twice_with_its_slip(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    claim = told.wins()
    told.pays(claim, slip="17")
    if broken:
        told.pays(claim, slip="17")
    return told


FIVE_CARD = {"647a five card": "647a.12(e)(2)"}


@breaks("A20", FIVE_CARD)
def a_player_is_left_out(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.bets(1, 2, wager="fchb_dealer")
    told.claims(1, wager="fchb_dealer", sharing=(1,) if broken else (1, 2))
    return told


@breaks("A20", FIVE_CARD)
def a_seat_is_named_twice(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.bets(1, 2, wager="fchb_dealer")
    told.claims(1, wager="fchb_dealer", sharing=(1, 2, 2) if broken else (1, 2))
    return told


@breaks("A20", FIVE_CARD)
def the_dealers_hand_is_claimed_twice(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.wins_by_the_dealer()
    if broken:
        told.claims(2, wager="fchb_dealer", sharing=(1, 2))
    return told


@breaks("A20", FIVE_CARD)
def shares_that_are_not_equal(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.wins_by_the_dealer()
    one, two = told.locked.shares
    more = DOLLAR * broken
    shares = (replace(one, amount_mc=one.amount_mc + more), replace(two, amount_mc=two.amount_mc - more))
    told.alters("award_locked", shares=shares)
    return told


VALIDATED = {"678a": "678a.11(e)(3)(iii)", "647a": "647a.11(i)(3)"}


def _paid_unvalidated(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.bets(1, 2)
    claim = told.claims(1)
    if not broken:
        told.takes(told.table.validates(claim))
    told.pays(claim)
    return told


breaks("A04", VALIDATED)(_paid_unvalidated)
breaks("A05", {"647a five card": "647a.11(j)(2)"})(_paid_unvalidated)


@breaks("A23", NO_SECTION)
def rejected_and_then_paid(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.bets(1, 2)
    claim = told.claims(1)
    told.takes(told.table.rejects(claim))
    if not broken:
        claim = told.claims(1)
        told.takes(told.table.validates(claim))
    told.pays(claim)
    return told


@breaks("A23", NO_SECTION)
def paid_and_then_rejected(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    claim = told.wins()
    told.pays(claim)
    if broken:
        told.takes(told.table.rejects(claim))
    return told


@breaks("A23", NO_SECTION)
def unpaid_when_its_day_closes(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    claim = told.wins()
    if not broken:
        told.pays(claim)
    told.takes(told.table.ends_day([LINK]))
    return told


@breaks("A24", TERMS)
def meter_that_is_not_reseeded(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.wins(whole=True)
    (balance,) = told.locked.balances
    other = replace(balance, primary_mc=balance.primary_mc + DOLLAR * broken)
    told.alters("award_locked", balances=(other,))
    return told


# --- voids -----------------------------------------------------------------------------------------------


@breaks("I26", VOID)
def void_of_a_round_before_the_last(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.bets(1, 2)
    if broken:
        told.bets(3)
        told.table.round = "T1-R1"
    told.takes(told.table.voids({LINK: [1, 2]}))
    return told


@breaks("I26", VOID)
def reversal_of_another_amount(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.bets(1, 2)
    record = told.takes(told.table.voids({LINK: [1, 2]}))
    (balance,) = record.balances
    other = replace(balance, primary_mc=balance.primary_mc + DOLLAR * broken)
    told.alters("contribution_reversed", balances=(other,))
    return told


@breaks("R05", NO_SECTION)
def refused_and_paid(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    told.bets(1, 2)
    claim = told.claims(3 if broken else 1)
    told.takes(told.table.validates(claim))
    told.pays(claim, dollars(100) if broken else None)
    return told


@breaks("R05", NO_SECTION)
def refused_and_paid_unvalidated(kind: str, broken: bool) -> ToldLink:
    """Nobody validates what the link refused: that it was paid is one mistake."""
    told = ToldLink(kind)
    told.bets(1, 2)
    claim = told.claims(3 if broken else 1)
    if not broken:
        told.takes(told.table.validates(claim))
    told.pays(claim, dollars(100) if broken else None)
    return told


@breaks("R05", NO_SECTION)
def void_and_then_paid(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    claim = told.wins()
    told.takes(told.table.voids({LINK: [1, 2] if broken else [2]}))
    told.pays(claim)
    return told


@breaks("R05", NO_SECTION)
def paid_and_then_void(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    claim = told.wins()
    told.pays(claim)
    told.takes(told.table.voids({LINK: [1, 2] if broken else [2]}))
    return told


@breaks("R06", NO_SECTION)
def paid_for_a_claim_that_nobody_made(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    claim = told.wins()
    told.pays(claim)
    if broken:
        never = told.table.twin().claims(2, told.kind.tenth, LINK)
        told.pays(never, dollars(100))
    return told


@breaks("R06", NO_SECTION)
def credited_to_a_game_account(kind: str, broken: bool) -> ToldLink:
    told = ToldLink(kind)
    claim = told.wins()
    told.pays(claim, paid_from="game_account" if broken else "hand_pay")
    return told


@breaks("R06", NO_SECTION)
def paid_to_a_seat_without_a_share_in_a_later_round(kind: str, broken: bool) -> ToldLink:
    """Its table has forgotten the award by then; before that it names it itself (A18)."""
    told = ToldLink(kind)
    claim = told.wins()
    told.pays(claim)
    if broken:
        told.bets(1, 2)
    told.pays(claim, dollars(100), seat=2)
    return told
