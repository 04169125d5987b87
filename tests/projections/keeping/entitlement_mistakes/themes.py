"""All mistakes: the modules of every theme are read, and each enters its own."""

from tests.projections.keeping.entitlement_mistakes import bounds, cash, claims, feeding, returns
from tests.projections.keeping.entitlement_mistakes.mistake import MISTAKES, judge_of, put_in

__all__ = ["MISTAKES", "THEMES", "judge_of", "put_in"]

THEMES = (feeding, claims, returns, cash, bounds)
