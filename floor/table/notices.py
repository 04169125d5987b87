"""What is filed and posted at an open table: an updated rules submission (§ 601a.2), signs (x.2(b)).

Both are done between rounds. Whatever a sign says is posted anew where the submission changes it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from floor.table.submission import ODDS, selection_fields
from floor.table.table import Table, whim

UPDATED_ONE_IN: Final = 50
EXCHANGED_ONE_IN: Final = 40
"""After so many rounds, about: another paytable, another sign in place of a worn one."""


def between_rounds(table: Table) -> None:
    """Now and then the certificate holder selects another paytable, or a sign is worn."""
    if whim(table, UPDATED_ONE_IN):
        _update(table)
    elif table.submission.odds_on_sign and whim(table, EXCHANGED_ONE_IN):
        table.record("sign_removed", table.crew.floorperson, sign=_odds(table))
        _post_odds(table)


def _update(table: Table) -> None:
    """Another column for a wager that no link knows of, where the chapter has one; the odds are posted."""
    submission = table.submission
    linked = {link.table for link in submission.progressives.values()}
    choices = [
        (name, letter)
        for name, chosen in sorted(submission.paytables.items())
        for letter in sorted(table.book.paytables[name].columns)
        if name not in linked and letter != chosen
    ]
    if not choices:
        return
    name, letter = choices[table.whims.randrange(len(choices))]
    table.submission = replace(
        submission, paytables={**submission.paytables, name: letter}, updates=submission.updates + 1
    )
    floorperson = table.crew.floorperson
    table.record(
        "selections_changed",
        floorperson,
        **selection_fields(table.submission),
        authorised_by=floorperson,
        reason="an updated rules submission",
    )
    _post_odds(table)


def _odds(table: Table) -> dict[str, str]:
    return {"subject": ODDS, "place": table.submission.odds_place}


def _post_odds(table: Table) -> None:
    text = ", ".join(f"{name} {letter}" for name, letter in sorted(table.submission.paytables.items()))
    table.record("sign_posted", table.crew.floorperson, sign=_odds(table), text=f"payout odds: {text}")
