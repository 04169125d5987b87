"""The pages of awards: addresses, and whose they are."""

from __future__ import annotations

from typing import Final

from console.web.entry.roles import WHO_SEE_ROUNDS
from console.web.page import Page
from console.web.showing.awards.award import award

AWARDS: Final = (
    Page(
        name="award",
        address="/awards/{link}/{table}/{claim}",
        about="An award with its steps, and what can be done about it.",
        show=award,
        roles=WHO_SEE_ROUNDS,
    ),
)
