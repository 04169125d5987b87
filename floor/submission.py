"""The rules submission of a table (§ 601a.2): which game, paytables, options, limits, equipment and links.

A submission is drawn once a table: plausible, different from table to table, the same for the same seed.
What the chapter demands (signs, approvals, the floor of a payout limit) comes from `games`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from events.money import cents
from floor.links import Link
from floor.play.protocol import Play
from games import registry, rulebook
from games.chapter import Choice, Rulebook
from games.dealing import Shuffling
from games.equipment import required
from games.game import Game, Procedure

MINIMUMS: Final = (500, 1_000, 1_500, 2_500)
"""Smallest Ante Wagers, in cents."""
EQUIPMENT: Final[tuple[tuple[Procedure, Shuffling], ...]] = (
    ("manual_shoe", "manual"),
    ("manual_shoe", "device"),
    ("manual_shoe", "counting_device"),
    ("hand", "device"),
    ("hand", "counting_device"),
    ("automated_shoe", "device"),
    ("automated_shoe", "counting_device"),
    ("automated_shoe", "reshuffling_device"),
)
"""How cards are dealt and shuffled; from the hand only what a device has shuffled (x.9(a)(1))."""


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

    @property
    def round_options(self) -> dict[str, Choice]:
        """What a round of this table is settled under."""
        options = {**self.options, "boxes": self.boxes}
        if self.payout_limit is not None:
            options["payout_limit_cents"] = self.payout_limit
        return options


def draw(play: Play, table: str, rng: random.Random, links: Sequence[Link]) -> Submission:
    """A submission for a table of this game that feeds these links."""
    book = rulebook.by_name(play.rulebook)
    game = registry.by_name(book.game)
    progressives = {wager: link for link in links for wager in link.wagers}
    wagers = _wagers(game, rng, progressives)
    dealing, shuffling = rng.choice(EQUIPMENT)
    minimum = rng.choice(MINIMUMS)
    boxes = book.boxes.most or rng.choice((1, 2, 2))
    return Submission(
        table=table,
        game=game.name,
        rulebook=book.name,
        paytables=_paytables(book, game, rng, wagers, progressives),
        options=play.draw_options(rng, dealing, shuffling),
        wagers=wagers,
        progressives=progressives,
        payout_limit=_payout_limit(book, game, rng, minimum, boxes),
        minimum=minimum,
        maximum=minimum * rng.choice((10, 20, 40)),
        positions=book.positions,
        boxes=boxes,
        dealing=dealing,
        shuffling=shuffling,
        decks=2 if shuffling in ("device", "counting_device") and rng.randrange(2) else 1,
        preshuffled=rng.randrange(4) == 0,
        reads_cards=dealing != "hand" and rng.randrange(2) == 0,
    )


def _wagers(game: Game, rng: random.Random, progressives: Mapping[str, Link]) -> tuple[str, ...]:
    """Every wager that must be offered, most of the optional ones, progressive ones where there is a link."""
    offered = []
    for wager in game.wagers:
        if wager.timing == "result":
            continue
        if wager.progressive:
            takes = wager.name in progressives
        else:
            takes = not wager.optional or wager.timing == "decision" or rng.randrange(10) > 0
        if takes:
            offered.append(wager.name)
    return tuple(offered)


def _paytables(
    book: Rulebook, game: Game, rng: random.Random, offered: Sequence[str], progressives: Mapping[str, Link]
) -> dict[str, str]:
    """A column of every paytable that is selected, save of wagers not on offer; a link brings its own."""
    paid_by: dict[str | None, list[str]] = {}
    for wager in game.wagers:
        if wager.timing != "result":
            paid_by.setdefault(wager.paytable, []).append(wager.name)
    selected = {
        name: rng.choice(sorted(table.columns)) for name, table in book.paytables.items() if table.selected
    }
    selected |= {link.table: link.paytable for link in progressives.values() if link.table in selected}
    return {
        name: letter
        for name, letter in selected.items()
        if name not in paid_by or any(wager in offered for wager in paid_by[name])
    }


def _payout_limit(book: Rulebook, game: Game, rng: random.Random, minimum: int, boxes: int) -> int | None:
    """The lowest limit that may be set, where there must be one; elsewhere one table in three sets it."""
    if book.payout_limit is None or not (book.payout_limit.mandatory or rng.randrange(3) == 0):
        return None
    return game.payout_limit_floor_cents(book, {"minimum_wager_cents": minimum, "boxes": boxes})


def opening_fields(submission: Submission, dealer: str, floorperson: str) -> dict[str, Any]:
    """The fields of `table_opened`, with the signs and approvals that x.2 asks for."""
    book = rulebook.by_name(submission.rulebook)
    offered = {*submission.wagers} | ({"payout_limit"} if submission.payout_limit is not None else set())
    needs = required(book, offered)
    approvals = [need.approval for need in needs if need.approval]
    if submission.dealing == "manual_shoe":
        approvals.append("shoe_location")
    if submission.shuffling == "reshuffling_device":
        approvals.append("reshuffling_device")
    limit = submission.payout_limit
    return {
        "game": submission.game,
        "rulebook": book.name,
        "rulebook_sha256": book.sha256,
        "submission": f"RS-{submission.table}",
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
        "betting_positions": submission.positions,
        "boxes_per_player": submission.boxes,
        "dealing": submission.dealing,
        "shuffling": submission.shuffling,
        "approvals": [
            {"subject": subject, "reference": f"AP-{submission.table}", "approved_by": "the Bureau"}
            for subject in dict.fromkeys(approvals)
        ],
        "signs": [
            {"subject": subject, "place": "layout"}
            for subject in dict.fromkeys(need.sign for need in needs if need.sign)
        ],
        "dealer": dealer,
        "floorperson": floorperson,
    }
