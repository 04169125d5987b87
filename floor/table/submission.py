"""The rules submission of a table (§ 601a.2): which game, paytables, options, limits, equipment and links.

A submission is drawn once a table: plausible, different from table to table, the same for the same seed.
What the chapter demands (signs, approvals, the floor of a payout limit) comes from `games`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from events.money import cents
from floor.table.links import Link
from games import registry, rulebook
from games.chapter import Choice
from games.game import Procedure
from games.procedure.dealing import Shuffling
from games.procedure.equipment import required

ODDS: Final = "payout_odds"


@dataclass(frozen=True, slots=True)
class Submission:
    """One table's rules submission, and what equipment it came with. Amounts are cents."""

    table: str
    game: str
    rulebook: str
    paytables: Mapping[str, str]
    options: Mapping[str, Choice]
    wagers: tuple[str, ...]
    progressives: Mapping[str, Link]
    payout_limit: int | None
    """The one that it names."""
    minimum: int
    maximum: int
    positions: int
    boxes: int
    dealing: Procedure
    shuffling: Shuffling
    decks: int
    preshuffled: bool
    reads_cards: bool
    """Whether the shoe reads the cards as it deals them."""
    odds_on_sign: bool = False
    """Whether payout odds are on a sign; all else that players must be able to read is on the layout."""
    updates: int = 0
    """How often it has been updated since the table opened."""

    @property
    def round_options(self) -> dict[str, Choice]:
        """What a round of this table is settled under."""
        options = {**self.options, "boxes": self.boxes}
        limit = self.limit_in_force
        if limit is not None:
            options["payout_limit_cents"] = limit
        return options

    @property
    def odds_place(self) -> str:
        """Where players read the payout odds."""
        return "sign" if self.odds_on_sign else "layout"

    @property
    def limit_in_force(self) -> int | None:
        """The payout limit that it plays by: the one that it names, or that the chapter gives it (x.12)."""
        book = rulebook.by_name(self.rulebook)
        selections = {"minimum_wager_cents": self.minimum, "boxes": self.boxes}
        limit = registry.by_name(book.game).payout_limit_in_force(book, self.payout_limit, selections)
        return None if limit is None else limit.cents


def opening_fields(submission: Submission, dealer: str, floorperson: str) -> dict[str, Any]:
    """The fields of `table_opened`, with the signs and approvals that x.2 asks for."""
    book = rulebook.by_name(submission.rulebook)
    limited = submission.limit_in_force is not None
    offered = {*submission.wagers} | ({"payout_limit"} if limited else set())
    needs = required(book, offered)
    approvals = [need.approval for need in needs if need.approval]
    if submission.dealing == "manual_shoe":
        approvals.append("shoe_location")
    if submission.shuffling == "reshuffling_device":
        approvals.append("reshuffling_device")
    return {
        "game": submission.game,
        **selection_fields(submission),
        "betting_positions": submission.positions,
        "dealing": submission.dealing,
        "shuffling": submission.shuffling,
        "approvals": [
            {"subject": subject, "reference": f"AP-{submission.table}", "approved_by": "the Bureau"}
            for subject in dict.fromkeys(approvals)
        ],
        "signs": [
            {"subject": subject, "place": submission.odds_place if subject == ODDS else "layout"}
            for subject in dict.fromkeys(need.sign for need in needs if need.sign)
        ],
        "dealer": dealer,
        "floorperson": floorperson,
    }


def selection_fields(submission: Submission) -> dict[str, Any]:
    """What `table_opened` and `selections_changed` both say of it."""
    book = rulebook.by_name(submission.rulebook)
    limit = submission.payout_limit
    updated = f"/{submission.updates}" if submission.updates else ""
    return {
        "rulebook": book.name,
        "rulebook_sha256": book.sha256,
        "submission": f"RS-{submission.table}{updated}",
        "paytables": [
            {"wager": name, "paytable": letter} for name, letter in sorted(submission.paytables.items())
        ],
        "options": [{"option": name, "value": value} for name, value in sorted(submission.options.items())],
        "wagers": list(submission.wagers),
        "progressives": [
            {"wager": wager, "link": link.name, "unit_wager_mc": cents(link.unit_cents)}
            for wager, link in submission.progressives.items()
        ],
        "payout_limit_mc": None if limit is None else cents(limit),
        "minimum_wager_mc": cents(submission.minimum),
        "maximum_wager_mc": cents(submission.maximum),
        "boxes_per_player": submission.boxes,
    }
