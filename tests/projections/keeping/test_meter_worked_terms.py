"""The parameter set of every paytable, written down from the rule text, is what a link is opened with."""

import pytest
from msgspec.structs import replace

from events.vocabulary.links import LinkOpened
from projections.recording.link_rules import NoSuchLink, link_problem, link_terms
from tests.projections.judging import Court, usd
from tests.scenario import SIGNED

HCF, HCF_2015, HOLD_EM = "678a@2019-11-02", "678a@2015-proposed", "647a@2019-08-31"
STRAIGHT_FLUSHES = {
    "seven_card_straight_flush": ("progressive", 10_000),
    "six_card_straight_flush": ("progressive", 1_000),
}
A = {"royal_flush": ("progressive", 10_000), "straight_flush": ("progressive", 1_000)}
B = {"royal_flush": ("mega", 10_000), "straight_flush": ("major", 10_000)}
CD = B | {"four_of_a_kind": ("minor", 10_000)}
FIVE_CARD = {"royal_flush": ("five_card", 10_000), "straight_flush": ("five_card", 1_000)}

# Per meter: seed and reseed for a wager of $1, primary and reserve rate in basis points.
SETS = [
    (HCF, "A", "progressive", {"progressive": ("30,000", "0", 2_300, 500)}, STRAIGHT_FLUSHES),
    (HCF, "B", "progressive", {"progressive": ("30,000", "0", 2_300, 500)}, STRAIGHT_FLUSHES),
    (HOLD_EM, "A", "progressive", {"progressive": ("10,000", "10,000", 2_100, 0)}, A),
    (
        HOLD_EM,
        "B",
        "progressive",
        {"mega": ("10,000", "10,000", 1_100, 0), "major": ("1,000", "1,000", 1_000, 0)},
        B,
    ),
    (
        HOLD_EM,
        "C",
        "progressive",
        {
            "mega": ("10,000", "10,000", 900, 0),
            "major": ("1,000", "1,000", 700, 0),
            "minor": ("250", "250", 300, 0),
        },
        CD,
    ),
    (
        HOLD_EM,
        "D",
        "progressive",
        {
            "mega": ("10,000", "10,000", 1_000, 0),
            "major": ("1,000", "1,000", 800, 0),
            "minor": ("250", "250", 300, 0),
        },
        CD,
    ),
    (HOLD_EM, "only", "fchb_player", {"five_card": ("10,000", "0", 1_300, 800)}, FIVE_CARD),
]


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
@pytest.mark.reg("58 Pa. Code § 647a.12(d)(3)")
@pytest.mark.reg("58 Pa. Code § 647a.12(e)(4)")
@pytest.mark.parametrize("dollars_a_wager", [1, 5])
@pytest.mark.parametrize(
    ("rulebook", "paytable", "wager", "meters", "awards"), SETS, ids=[f"{s[0][:4]} {s[1]}" for s in SETS]
)
def test_a_link_is_opened_with_the_chapters_parameters(  # noqa: PLR0917 - one row of the table each
    dollars_a_wager, rulebook, paytable, wager, meters, awards
):
    opening = link_terms(
        LinkOpened, rulebook, paytable, wager, usd(str(dollars_a_wager)), signed_by=SIGNED, reason="new"
    )
    found = {m.meter: (m.seed_mc, m.reseed_mc, m.primary_bp, m.reserve_bp) for m in opening.meters}
    assert found == {
        name: (usd(seed) * dollars_a_wager, usd(reseed) * dollars_a_wager, primary, reserve)
        for name, (seed, reseed, primary, reserve) in meters.items()
    }
    assert {a.hand: (a.meter, a.percent_bp) for a in opening.awards} == awards
    court = Court()
    link = court.link("L")
    opened = court.only("L", link.records(opening), "meter_opened")
    assert opened.funded_mc == sum(usd(seed) * dollars_a_wager for seed, *_ in meters.values())


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
def test_the_proposed_text_wants_thirty_thousand_or_more_and_takes_any_rate():
    def terms(unit: str, seed: str, rate_bp: int) -> LinkOpened:
        return link_terms(
            LinkOpened, HCF_2015, "A", "progressive", usd(unit), seed_mc=usd(seed), primary_bp=rate_bp
        )

    opening = terms("5", "40,000", 1_850)
    (meter,) = opening.meters
    assert (meter.seed_mc, meter.reseed_mc) == (usd("40,000"), usd("40,000"))
    assert (meter.primary_bp, meter.reserve_bp) == (1_850, 0)
    for seed in ("30,000", "30,000.01"):
        terms("1", seed, 1)
    with pytest.raises(NoSuchLink):
        terms("5", "29,999.99", 1_850)
    low_reset = replace(meter, reseed_mc=usd("29,999.99"))
    assert link_problem(replace(opening, meters=(low_reset,))) != ""
    assert link_problem(replace(opening, meters=(replace(meter, reserve_bp=1),))) != ""


@pytest.mark.parametrize("field", ["seed_mc", "reseed_mc", "primary_bp", "reserve_bp"])
def test_terms_that_differ_from_the_chapter_by_the_least_are_named(field):
    opening = link_terms(LinkOpened, HCF, "A", "progressive", usd("5"))
    (meter,) = opening.meters
    assert link_problem(opening) == ""
    other = replace(meter, **{field: getattr(meter, field) + 1})
    assert field in link_problem(replace(opening, meters=(other,)))
