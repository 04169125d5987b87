"""The parameter set of a link is its rulebook's; amounts worked out by hand from 647a.12 and 678a.12."""

import pytest
from msgspec.structs import replace

from events.body import checked
from events.vocabulary.links import AwardTerms, LinkOpened, LinkTermsChanged, Signature
from games.errors import UnknownRulebook
from projections.link_parameters import terms_problem
from projections.recording.link_rules import NoSuchLink, link_problem, link_terms
from tests.amounts import dollars

HCF, HCF_2015 = "678a@2019-11-02", "678a@2015-proposed"
THB = "647a@2019-08-31"


def terms(*args, **options):
    """The terms of a link that opens."""
    return link_terms(LinkOpened, *args, **options)


def meters(*args, **options):
    """Name, seed and reseed in dollars, rates in basis points."""
    return [
        (
            m.meter,
            m.seed_mc // dollars(1),
            m.reseed_mc // dollars(1),
            m.primary_bp,
            m.reserve_bp,
        )
        for m in terms(*args, **options).meters
    ]


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
@pytest.mark.parametrize("paytable", ["A", "B"])
def test_high_card_flush_starts_at_30_000_for_1_and_is_fed_23_and_5_percent(paytable):
    assert meters(HCF, paytable, "progressive", dollars(5)) == [("progressive", 150_000, 0, 2_300, 500)]
    assert meters(HCF, paytable, "progressive", dollars(1)) == [("progressive", 30_000, 0, 2_300, 500)]


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(3)")
@pytest.mark.parametrize(
    ("paytable", "expected"),
    [
        ("A", [("progressive", 50_000, 50_000, 2_100, 0)]),
        ("B", [("mega", 50_000, 50_000, 1_100, 0), ("major", 5_000, 5_000, 1_000, 0)]),
        (
            "C",
            [
                ("mega", 50_000, 50_000, 900, 0),
                ("major", 5_000, 5_000, 700, 0),
                ("minor", 1_250, 1_250, 300, 0),
            ],
        ),
        (
            "D",
            [
                ("mega", 50_000, 50_000, 1_000, 0),
                ("major", 5_000, 5_000, 800, 0),
                ("minor", 1_250, 1_250, 300, 0),
            ],
        ),
    ],
)
def test_texas_holdem_bonus_has_a_meter_a_tier(paytable, expected):
    assert meters(THB, paytable, "progressive", dollars(5)) == expected


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(4)")
@pytest.mark.parametrize("wager", ["fchb_player", "fchb_dealer"])
def test_five_card_hand_bonus_has_one_meter_whichever_hand_is_backed(wager):
    assert meters(THB, "only", wager, dollars(1)) == [("five_card", 10_000, 0, 1_300, 800)]


@pytest.mark.cites("58 Pa. Code § 678a.12(d)(1)")
def test_awards_are_the_percentages_of_the_paytable():
    awards = terms(HCF, "A", "progressive", dollars(5)).awards
    assert [(award.hand, award.meter, award.percent_bp) for award in awards] == [
        ("seven_card_straight_flush", "progressive", 10_000),
        ("six_card_straight_flush", "progressive", 1_000),
    ]


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
def test_the_text_of_2015_leaves_amount_and_rate_to_the_submission():
    with pytest.raises(NoSuchLink, match="give the share"):
        terms(HCF_2015, "A", "progressive", dollars(5))
    with pytest.raises(NoSuchLink, match=r"\$30,000.00 or more"):
        terms(HCF_2015, "A", "progressive", dollars(5), primary_bp=1_500, seed_mc=dollars(29_999))
    assert meters(HCF_2015, "A", "progressive", dollars(5), primary_bp=1_500) == [
        ("progressive", 30_000, 30_000, 1_500, 0)
    ]
    own = terms(HCF_2015, "A", "progressive", dollars(5), primary_bp=900, seed_mc=dollars(40_000))
    (meter,) = own.meters
    assert meter.reseed_mc == dollars(40_000)
    assert "no reserve" in link_problem(replace(own, meters=(replace(meter, reserve_bp=1),)))


def test_the_terms_are_all_that_an_opening_needs_beside_signatures_and_reason():
    for kind in (LinkOpened, LinkTermsChanged):
        made = link_terms(
            kind,
            *(THB, "B", "progressive", dollars(1)),
            limits_mc={"mega": dollars(20_000)},
            guard_mc=dollars(7),
            signed_by=[Signature(badge="F-3", department="table games")],
            reason="as filed",
        )
        assert type(made) is kind
        assert checked(made) == made
        assert [meter.limit_mc for meter in made.meters] == [dollars(20_000), 0]
        assert made.guard_mc == dollars(7)
        assert (made.signed_by[0].badge, made.reason) == ("F-3", "as filed")


@pytest.mark.parametrize(
    ("args", "options", "problem"),
    [
        ((HCF, "C", "progressive", 500_000), {}, "paytable C: it has A, B"),
        ((HCF, "A", "flush_bonus", 500_000), {}, "no progressive wager flush_bonus: it has progressive"),
        (("663a@2014-02-01", "A", "progressive", 500_000), {}, "it has none"),
        ((HCF, "A", "progressive", 500_001), {}, "whole number of cents"),
        ((HCF, "A", "progressive", 0), {}, "whole number of cents"),
        ((HCF, "A", "progressive", 500_000), {"primary_bp": 2_300}, "fixes seed and rate"),
        ((HCF, "A", "progressive", 500_000), {"guard_mc": 499_999}, "below the unit wager of"),
        ((HCF, "A", "progressive", 500_000), {"seed_mc": 1}, "fixes seed and rate"),
        ((HCF, "A", "progressive", 500_000), {"limits_mc": {"mega": 1}}, "set for mega, but the meters"),
        ((HCF, "A", "progressive", 500_000), {"limits_mc": {"progressive": 1}}, "below what it starts from"),
    ],
)
def test_what_the_rulebook_does_not_provide_for_is_refused_with_what_it_does(args, options, problem):
    with pytest.raises(NoSuchLink, match=problem):
        terms(*args, **options)


def test_a_rulebook_that_nobody_has_gives_no_terms_and_is_a_problem_of_a_link():
    with pytest.raises(UnknownRulebook):
        terms("678a@2031-01-01", "A", "progressive", 500_000)
    own = terms(HCF, "A", "progressive", 500_000)
    assert link_problem(replace(own, rulebook="678a@2031-01-01")).startswith("no rulebook '678a@2031-01-01'")


def test_names_and_limits_must_fit_whatever_the_rulebook():
    own = terms(HCF, "A", "progressive", 500_000)
    (meter,) = own.meters
    stranger = AwardTerms(hand="x", meter="mega", percent_bp=100)
    for wrong, problem in (
        ({"meters": (), "awards": ()}, "name at least one"),
        ({"meters": (meter, meter)}, "named twice"),
        ({"awards": (stranger,)}, "not a meter of this link"),
        ({"meters": (replace(meter, meter="other"),), "awards": ()}, "has the meters progressive"),
        ({"meters": (replace(meter, limit_mc=1),)}, "limit of progressive is below"),
    ):
        assert problem in terms_problem(replace(own, **wrong), ["progressive"])
    assert terms_problem(own, ["progressive"]) == ""


@pytest.mark.parametrize("name", ["seed_mc", "reseed_mc", "primary_bp", "reserve_bp"])
def test_a_meter_that_differs_in_one_thing_is_a_problem_that_names_it(name):
    own = terms(HCF, "A", "progressive", 500_000)
    (meter,) = own.meters
    assert link_problem(own) == ""
    other = replace(meter, **{name: getattr(meter, name) + 1})
    assert name in link_problem(replace(own, meters=(other,)))


def test_meters_and_awards_must_be_the_paytable_s_in_any_order():
    own = terms(THB, "C", "progressive", dollars(1))
    mega, major, minor = own.meters
    assert link_problem(replace(own, meters=(minor, mega, major), awards=own.awards[::-1])) == ""
    assert "mega, major, minor" in link_problem(replace(own, meters=(mega, major)))
    assert "each once" in link_problem(replace(own, meters=(mega, major, minor, minor)))
    assert "royal_flush 100 % of mega" in link_problem(replace(own, awards=own.awards[:2]))
