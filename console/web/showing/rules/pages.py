"""The pages of the rules, as they are declared."""

from __future__ import annotations

from typing import Final

from console.calls.names import something
from console.web.declared import Param
from console.web.page import Page
from console.web.showing.asked_of_pages import DAY
from console.web.showing.rules import book, of_table

_SECTION: Final = Param("section", "mark what it has of this section: 679a.11(d)", something, kind="hidden")
RULES: Final = (
    Page(
        name="rules",
        address="/rules",
        about="The rulebooks, and which of them each table plays by.",
        show=of_table.rules,
        is_list=True,
    ),
    Page(
        name="rulebook",
        address="/rules/book/{rulebook}",
        about="A rulebook in our own words: wagers, paytables, limits, meters, readings, irregularities.",
        show=book.book,
        params=(
            Param("section", "mark what it has of this section: 679a.11(d)(3)", something, kind="hidden"),
        ),
    ),
    Page(
        name="rules of a table",
        address="/rules/{table}",
        about="The rulebook and the selections in force at a table on a gaming day.",
        show=of_table.table_rules,
        params=(DAY,),
    ),
)
