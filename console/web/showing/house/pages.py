"""The pages of the house, as they are declared."""

from __future__ import annotations

from typing import Final

from console.web.page import Page
from console.web.showing.asked_of_pages import DAY
from console.web.showing.house import table_day

HOUSE: Final = (
    Page(
        name="table",
        address="/tables/{table}",
        about="A table's day: selections in force, staff, decks and their clock, devices, rounds.",
        show=table_day.table_day,
        params=(DAY,),
        is_list=True,
    ),
)
