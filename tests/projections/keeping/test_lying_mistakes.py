"""For each rule of entitlement the mistake of leaving it out, put in on purpose: the lying tables find it.

The mistakes are in `entitlement_mistakes`, a module a theme; each has a short history that goes through the
judge of all histories. The machine alone, without these, is `make faults NAME=entitlement-mistakes`.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import get_args

import pytest

from events.vocabulary.award_records import BeyondReason
from projections import keeping, link_parameters, signatures
from tests.projections.keeping.entitlement_mistakes.telling import Telling
from tests.projections.keeping.entitlement_mistakes.themes import MISTAKES, judge_of, put_in

OTHER_MODULES = ("days", "transfers")
"""Modules of the keeper without a rule of entitlement."""
ELSEWHERE = {
    "the order of legs": (
        "the table's stream is halted", "set aside what is missing", "the leg aside", "this leg aside",
        "name a table that plays for it", "no leg is missing",
        "legs {} to {} are", "leg {} of {} is missing", "control {} of the link has not come",
        "no leg of it goes to", "is not the stream of", "is not a leg to",
    ),
    "the terms of a link": (
        "a link without a meter", "a meter is named twice", "which is not a meter of this link",
        "the link has the meters", "the overflow of another meter", "its overflow needs a name too",
        "is below what it starts from",
    ),
    "who opens, closes, adjusts and retires it": (
        "the link is open already", "the link is not open", "open another one", "the link is live",
        "the link is retired already", "the link was never opened", "there is money on",
        "pay or reject it first", "wait until it has arrived", "name the amount to add or take",
        "the link has no meter", "has no reserve", "take no more than there is", "the meter would hold",
        "a signature lacks its department", "a signature lacks its badge",
        "both sign for the same department", "no reason is given",
    ),
    "what can be stored": ("longer than a record can be",),
    "payments that are not remembered": (
        "of others stands beyond entitlement", "Nothing of others stands", "of payments that the link",
        "what is not remembered cannot be undone",
    ),
    "not a reason of its own": ("payment {} of {}: {}",),
}  # fmt: skip
"""Words of reasons that are no rule of who feeds, wins and is paid: other tests have these."""


@pytest.mark.parametrize("name", MISTAKES)
def test_without_a_mistake_its_history_is_as_it_should_be(name):
    """And it has every reason that the rule is known by."""
    floor = Telling()
    MISTAKES[name].history(floor)
    missing = [words for words in MISTAKES[name].reasons if not any(words in each for each in floor.reasons)]
    assert not missing, floor.reasons


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_put_in_on_purpose_is_found(name, monkeypatch):
    mistake = MISTAKES[name]
    put_in(monkeypatch, mistake.edits)
    with pytest.raises(AssertionError) as found:
        mistake.history(Telling())
    assert judge_of(found.value) == mistake.found_by


# --- no rule without its mistake ---------------------------------------------------------------------------


def modules() -> Iterator[ModuleType]:
    """Where the keeper says why."""
    yield from (link_parameters, signatures)
    for module in iter_modules(keeping.__path__):
        if module.name not in OTHER_MODULES:
            yield import_module(f"{keeping.__name__}.{module.name}")


def _said(part: ast.expr, module: ModuleType) -> str:
    """A part of a text: as it is, the text that a name of the module stands for, or a place to be filled."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    named = part.value.id if isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name) else ""
    value = getattr(module, named, None)
    return value if isinstance(value, str) else "{}"


def texts_of(module: ModuleType) -> Iterator[str]:
    """The sentences that a module may say: texts of four words at least, but for docstrings."""
    tree = ast.parse(inspect.getsource(module))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    said |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in said:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        elif isinstance(node, ast.JoinedStr):
            text = "".join(_said(part, module) for part in node.values)
        else:
            continue
        if text.count(" ") >= 3:
            yield text


def test_every_reason_of_the_keeper_is_that_of_a_mistake():
    """A new rule without a mistake fails here; one that is no rule of entitlement is in `ELSEWHERE`."""
    known = {words for mistake in MISTAKES.values() for words in mistake.reasons}
    texts = {text for module in modules() for text in texts_of(module)}
    texts -= {text for text in texts if any(other != text and other.startswith(text) for other in texts)}
    elsewhere = {words for others in ELSEWHERE.values() for words in others}
    assert not {text for text in texts if not any(words in text for words in known | elsewhere)}
    assert not {words for words in elsewhere if not any(words in text for text in texts)}, "said no more"


def test_every_reason_beyond_entitlement_is_that_of_a_mistake():
    known = {words for mistake in MISTAKES.values() for words in mistake.reasons}
    assert set(get_args(BeyondReason)) - {""} <= known
