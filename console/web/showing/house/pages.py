"""The pages of the house, as they are declared."""

from __future__ import annotations

from typing import Final

from console.web.entry.roles import ONLY_ADMIN, WHO_SEE_BADGES
from console.web.page import Page
from console.web.showing.asked_of_pages import DAY
from console.web.showing.house import badges, health, settings, table_day

HOUSE: Final = (
    Page(
        name="table",
        address="/tables/{table}",
        about="A table's day: selections in force, staff, decks and their clock, devices, rounds.",
        show=table_day.table_day,
        params=(DAY,),
        is_list=True,
    ),
    Page(
        name="badges",
        address="/badges",
        about="The register of badges.",
        show=badges.badges,
        roles=WHO_SEE_BADGES,
        is_list=True,
        command="badge list",
    ),
    Page(
        name="badge",
        address="/badges/{badge}",
        about="One badge: department, rank, role, and every change of it.",
        show=badges.badge,
        roles=WHO_SEE_BADGES,
        is_list=True,
    ),
    Page(
        name="health",
        address="/health",
        about="How far projections are, what is halted or quarantined, the last checkpoint, versions.",
        show=health.health,
        roles=ONLY_ADMIN,
        is_list=True,
    ),
    Page(
        name="settings",
        address="/settings",
        about="How the console looks in this browser, and one's own sessions.",
        show=settings.settings,
    ),
)
