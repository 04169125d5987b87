"""A table told in a few words, faultless unless told otherwise: it opens, decks are prepared, rounds played.

What a scenario leaves out or changes is named in the call; everything else is as the chapter asks for.
"""

from __future__ import annotations

from typing import Any

from events.body import parse_body
from events.envelope import NO_PREV, Event
from games import rulebook
from projections.examining.examiner import examine
from projections.examining.finding import Finding
from tests.projections.examining.clean_rounds import (
    ALWAYS,
    DEALER,
    FLOORPERSON,
    PLAIN,
    Round,
    selections,
)
from tests.projections.examining.round_lines import Line, lines
from tests.projections.examining.script import Script

BOOKS = {
    "647a": "647a@2019-08-31",
    "663a": "663a@2014-02-01",
    "677a": "677a@2015-proposed",
    "678a": "678a@2019-11-02",
    "679a": "679a@2019-08-31",
}
SIGNS = {
    "647a": ("payout_odds", "ante_returned", "payout_limit"),
    "663a": ("payout_odds",),
    "677a": ("payout_odds", "ante_returned"),
    "678a": ("payout_odds", "dealer_qualifies", "raise_limits"),
    "679a": ("payout_odds", "dealer_qualifies", "player_wins_ties"),
}
COVER_CARDS = {"647a": 2, "663a": 1, "677a": 2, "678a": 2, "679a": 1}
"""As x.2 and x.3 have them, read from the texts."""
LIMIT_MC = 50_000 * 100_000
SECOND_US = 1_000_000
CARDS = ("card_dealt", "stack_delivered", "card_burned")


class Told:
    """A table's stream, told fact by fact; of this chapter where a scenario names none."""

    chapter_of_all = "678a"

    def __init__(
        self, chapter: str | None = None, dealing: str = "manual_shoe", shuffling: str = "manual"
    ) -> None:
        self.chapter = chapter or self.chapter_of_all
        self.dealing, self.shuffling = dealing, shuffling
        self.book = rulebook.by_name(BOOKS[self.chapter])
        self.events: list[Event] = []
        self.now_us = 1_772_460_000 * SECOND_US
        self.rounds = 0
        self.round: str | None = None
        self.mode = "live"
        self.offered: list[str] = []
        self.left: list[Line] = []
        """What is still to be told of the round."""

    def says(self, type_: str, after_s: int = 1, **fields: Any) -> Told:
        """Something happened, so many seconds after what came before."""
        self.now_us += after_s * SECOND_US
        body = parse_body(type_, fields)
        seq = len(self.events) + 1
        at = (self.now_us, self.now_us, "2026-03-02")
        named = (self.round, DEALER, f"told#{seq}", self.mode)
        self.events.append(
            Event("PA01", "table:T-1", seq, NO_PREV, type_, body.SCHEMA, *at, *named, body.to_bytes())
        )
        return self

    @property
    def findings(self) -> list[Finding]:
        return list(examine(self.events))

    @property
    def ids(self) -> list[str]:
        return [finding.id for finding in self.findings]

    # --- the table ----------------------------------------------------------------------------------------

    def selections(self, **changes: Any) -> dict[str, Any]:
        return {
            "rulebook": self.book.name,
            "rulebook_sha256": self.book.sha256,
            "submission": "RS-1",
            "paytables": [],
            "options": [],
            "wagers": [*ALWAYS[self.chapter]],
            "progressives": [],
            "payout_limit_mc": LIMIT_MC if self.chapter == "647a" else None,
            "minimum_wager_mc": 500_000,
            "boxes_per_player": 1,
            **changes,
        }

    def opens(self, *, signs=None, approvals=None, positions=6, **changes: Any) -> Told:
        """It opens with all that it needs; `signs` are subjects on the layout, or (subject, place)."""
        subjects = SIGNS[self.chapter] if signs is None else signs
        shown = [each if isinstance(each, tuple) else (each, "layout") for each in subjects]
        given = ("layout", "shoe_location", "reshuffling_device") if approvals is None else approvals
        selected = self.selections(**changes)
        self.offered = selected["wagers"]
        return self.says(
            "table_opened",
            game=self.book.game,
            **selected,
            betting_positions=positions,
            dealing=self.dealing,
            shuffling=self.shuffling,
            approvals=[{"subject": each, "reference": "AP-1", "approved_by": "the Bureau"} for each in given],
            signs=[{"subject": subject, "place": place} for subject, place in shown],
            dealer=DEALER,
            floorperson=FLOORPERSON,
        )

    def reselects(self, **changes: Any) -> Told:
        fields = self.selections(**changes)
        return self.says("selections_changed", **fields, authorised_by=FLOORPERSON, reason="updated")

    def posts(self, subject: str) -> Told:
        return self.says("sign_posted", sign={"subject": subject, "place": "sign"}, text="as it is now")

    def seats(self, seat: int = 1, player: str = "P-1") -> Told:
        return self.says("player_seated", player=player, seat=seat, boxes=[seat])

    def leaves(self, player: str = "P-1") -> Told:
        return self.says("player_left", player=player, seat=1)

    # --- decks --------------------------------------------------------------------------------------------

    def receives(self, *decks: str, cover_cards: int | None = None, pre: str = "") -> Told:
        """Decks named for the colour of their backs (`red-1`); `pre` has "i" and "s" for what was done."""
        return self.says(
            "decks_received",
            decks=[
                {
                    "deck": deck,
                    "back_colour": deck.partition("-")[0],
                    "preinspected": "i" in pre,
                    "preshuffled": "s" in pre,
                }
                for deck in decks
            ],
            cover_cards=COVER_CARDS[self.chapter] if cover_cards is None else cover_cards,
            received_by=DEALER,
        )

    def inspects(self, deck="red-1", *, by=DEALER, counted=52, defects=()) -> Told:
        return self.says("deck_inspected", deck=deck, counted=counted, defects=[*defects], inspected_by=by)

    def verifies(self, deck="red-1", *, by=FLOORPERSON) -> Told:
        return self.says("inspection_verified", deck=deck, verified_by=by)

    def spreads(self, deck="red-1", *, face="up", occasion="opening", asked=False) -> Told:
        return self.says("deck_spread", deck=deck, occasion=occasion, face=face, asked_by_player=asked)

    def washes(self, deck="red-1", *, seen_by: int | None = 1) -> Told:
        return self.says("deck_washed", deck=deck, viewed_by_seat=seen_by)

    def shuffles(self, deck="red-1", **changes: Any) -> Told:
        counts = self.shuffling in ("counting_device", "reshuffling_device")
        fields = {"deck": deck, "method": self.shuffling, "counted": 52 if counts else None}
        return self.says("cards_shuffled", **(fields | changes))

    def cuts(self, deck="red-1", *, depth=20, cover_cards=1) -> Told:
        return self.says("cards_cut", deck=deck, depth=depth, cover_cards=cover_cards)

    def stacks(self, deck="red-1") -> Told:
        """Shuffled, and cut where that has to be."""
        self.shuffles(deck)
        return self.cuts(deck) if self.shuffling == "manual" else self

    def prepares(self, deck="red-1", *, without=()) -> Told:
        """A new deck from the inspection to the cut; `without` the steps that are left out."""
        for step in ("inspects", "verifies", "spreads", "washes", "shuffles", "cuts"):
            if step not in without and (step != "cuts" or self.shuffling == "manual"):
                getattr(self, step)(deck)
        return self

    def ready(self, *decks: str, **opened: Any) -> Told:
        """Open, with a player, and decks that are ready to be dealt from."""
        self.opens(**opened).receives(*(decks or ("red-1",))).seats()
        for deck in decks or ("red-1",):
            self.prepares(deck)
        return self

    # --- rounds -------------------------------------------------------------------------------------------

    def ready_for_all(self, *decks: str, **changes: Any) -> Told:
        """As `ready`, with every wager of a `FULL` round on offer, and players at 1, 3 and 5."""
        self.ready(*decks, **{**selections(self.chapter), **changes})
        return self.seats(3, "P-3").seats(5, "P-5")

    def script(
        self, rounds: dict[str, Round] = PLAIN, deck: str = "red-1", dealing: str | None = None
    ) -> Script:
        """The lines of a faultless round."""
        counted = self.shuffling in ("counting_device", "reshuffling_device")
        told = lines(
            rounds[self.chapter], dealing or self.dealing, deck=deck, counted=counted, offered=self.offered
        )
        return Script(told)

    def begins(self, deck: str | None = "red-1", script: Script | None = None, **changes: Any) -> Told:
        """A round opens, and wagers are made; the rest of its script waits."""
        self.rounds += 1
        self.round = f"T-1-{self.rounds}"
        script = script or self.script(deck=deck or "red-1", dealing=changes.get("dealing"))
        self.left = list(script.lines)
        fields = {
            "deck": deck,
            "dealer": DEALER,
            "rulebook": self.book.name,
            "rulebook_sha256": self.book.sha256,
        }
        self.says("round_opened", **(fields | changes))
        while self.left and self.left[0][0] not in CARDS:
            self._tells()
        return self

    def _tells(self, after_s: int = 1) -> str:
        type_, fields = self.left.pop(0)
        self.says(type_, after_s, **fields)
        return type_

    def deals(self, to: str | None = None, seat: int | None = 1, position: int = 1) -> Told:
        """The script up to its next card; or a card that it does not have."""
        if to is not None:
            return self.says("card_dealt", to=to, seat=seat, position=position)
        while self._tells() not in CARDS:
            pass
        return self

    def collects(self) -> Told:
        """The script up to the first hand that is taken in."""
        while self._tells() != "hand_collected":
            pass
        return self

    def ends(self, after_s: int = 1) -> Told:
        """The rest of the script; its last line so many seconds after the one before."""
        while len(self.left) > 1:
            self._tells()
        if self.left:
            self._tells(after_s)
        self.round = None
        return self

    def plays(self, deck: str | None = "red-1", script: Script | None = None, **changes: Any) -> Told:
        """A round from its opening to its end."""
        return self.begins(deck, script, **changes).ends()
