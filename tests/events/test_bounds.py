"""What no casino meets is malformed: the refusal names the field and the bound."""

from __future__ import annotations

import pytest

from events.body import TYPES, checked, parse_body
from events.bounds import AWARDS_A_LINK, MAX_AMOUNT_MC, METERS_A_LINK
from events.errors import MalformedEvent
from events.money import text
from tests.events.bodies import EXAMPLES

BY_KEEPERS = ("meter_", "award_", "contribution_", "transfer_", "table_joined", "payment_mended", "finding_")
"""Records of the system itself: what it added up may be more."""
AMOUNTS = [
    (type_, name)
    for type_, fields in EXAMPLES.items()
    for name in fields
    if name.endswith("_mc") and name not in ("expected_mc", "variance_mc")
    if not type_.startswith(BY_KEEPERS) or type_ == "award_documented"
]


@pytest.mark.parametrize(("type_", "name"), AMOUNTS)
def test_an_amount_beyond_the_bound_is_malformed(type_, name):
    parse_body(type_, EXAMPLES[type_] | {name: MAX_AMOUNT_MC})
    with pytest.raises(MalformedEvent) as refusal:
        parse_body(type_, EXAMPLES[type_] | {name: MAX_AMOUNT_MC + 1})
    assert refusal.value.field == f"body.{name}"
    assert f"more than {text(MAX_AMOUNT_MC)}" in refusal.value.problem
    assert text(MAX_AMOUNT_MC) == "$1,000,000,000.00"


def test_every_kind_of_amount_is_looked_at():
    kinds = {type_ for type_, _ in AMOUNTS}
    assert {"wager_placed", "wager_settled", "progressive_paid", "link_adjusted", "table_opened"} <= kinds
    assert kinds <= TYPES.keys()


def test_an_amount_taken_is_bounded_too():
    fields = EXAMPLES["link_adjusted"]
    parse_body("link_adjusted", fields | {"amount_mc": -MAX_AMOUNT_MC})
    with pytest.raises(MalformedEvent, match="amount_mc"):
        parse_body("link_adjusted", fields | {"amount_mc": -MAX_AMOUNT_MC - 1})


@pytest.mark.parametrize("name", ["seed_mc", "reseed_mc", "limit_mc"])
def test_a_meter_has_bounded_terms(name):
    fields = EXAMPLES["link_opened"]
    huge = fields["meters"][0] | {name: MAX_AMOUNT_MC + 1}
    with pytest.raises(MalformedEvent, match=rf"body\.meters\.0\.{name}: .* more than \$1,000,000,000"):
        parse_body("link_opened", fields | {"meters": [huge]})


@pytest.mark.parametrize(
    ("name", "key", "most"), [("meters", "meter", METERS_A_LINK), ("awards", "hand", AWARDS_A_LINK)]
)
@pytest.mark.parametrize("type_", ["link_opened", "link_terms_changed"])
def test_a_link_has_so_many_meters_and_awards_and_no_more(type_, name, key, most):
    fields = EXAMPLES[type_]
    several = [fields[name][0] | {key: f"x{number}"} for number in range(most + 1)]
    kept = parse_body(type_, fields | {name: several[:most]})
    assert checked(kept) == kept
    with pytest.raises(MalformedEvent, match=rf"body\.{name}: .*at most {most}"):
        parse_body(type_, fields | {name: several})
