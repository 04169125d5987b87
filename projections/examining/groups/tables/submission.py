"""T16–T31: what the rules submission offers and allows, and what was done beside it (x.7, x.10(g), x.12)."""

from __future__ import annotations

from collections.abc import Iterator

from games import registry, rulebook
from games.errors import UnknownRulebook
from games.procedure.dealing import check_procedure, check_second_deck
from games.rulebook import FAR_FUTURE
from projections.examining.check import FIRST_CARD, Check, Finder, Found, Moment, found_if
from projections.examining.memory.table_state import Selections

DEALT_BY = {"manual_shoe": "8(h)", "hand": "9(g)", "automated_shoe": "10(h)"}
"""Where 679a lets one card serve all Pair Bonus Wagers."""
BOARD_FIRST, STACKS_OF_FOUR, ONE_CARD = "community_first", "four_card_stacks", "pair_bonus_community"


def _selected(moment: Moment) -> Selections:
    selections = moment.table.selections
    assert selections is not None
    return selections


def wager_not_offered(moment: Moment) -> Iterator[Found]:
    """T16: a wager that the table does not offer was taken."""
    wager, selected = moment.body.wager, _selected(moment)
    if wager is None or wager in selected.wagers:
        return
    sections = {each.name: each.section for each in registry.by_name(moment.book.game).wagers}
    yield Found(
        sections.get(wager, f"{moment.x}.7(d)"),
        f"A {wager.replace('_', ' ')} wager was taken, which the table's rules submission does not offer.",
        wager,
        (selected.seq,),
        seat=moment.body.seat,
        wager=wager,
    )


def paytable_missing(moment: Moment) -> Iterator[Found]:
    """T17: a wager on offer has no paytable, or one that the chapter does not know."""
    selected, tables = _selected(moment), moment.book.paytables
    for wager in registry.by_name(moment.book.game).wagers:
        table = tables.get(wager.paytable or "")
        if table is None or not table.selected or wager.name not in selected.wagers:
            continue
        letter = selected.paytables.get(table.name)
        if letter not in table.columns:
            what = "no paytable" if letter is None else f"paytable {letter}, which the chapter does not have"
            text = f"The {wager.name.replace('_', ' ')} wager is on offer with {what}."
            yield Found(table.section, text, wager.name, (selected.seq,), wager=wager.name)


def _refused(code: str) -> Finder:
    """T18, T19: the system refused to open a table, or to change it."""

    def find(moment: Moment) -> Iterator[Found]:
        body = moment.body
        if body.code == code:
            yield Found(body.section or None, f"The system refused it: {body.reason}", body.code)

    return find


def limit_not_named(moment: Moment) -> Iterator[Found]:
    """T20: the payout limit is mandatory, and the submission names none (647a.12(c))."""
    limit, selected = moment.book.payout_limit, _selected(moment)
    if limit is not None and limit.mandatory and selected.payout_limit_mc is None:
        yield Found(
            limit.section, "The submission names no payout limit, and there must be one.", "", (selected.seq,)
        )


def boxes_allowed(moment: Moment) -> Iterator[Found]:
    """T21: the submission lets a player have more boxes than the chapter does."""
    boxes, selected = moment.book.boxes, _selected(moment)
    if boxes.most is not None and selected.boxes_per_player > boxes.most:
        text = f"A player may have {selected.boxes_per_player} boxes here, and {boxes.most} at most."
        yield Found(boxes.section, text, "", (selected.seq,))


def unit_without_envy(moment: Moment) -> Iterator[Found]:
    """T23: the envy table has no row for the progressive wager's unit (647a.12(d)(5))."""
    book, selected = moment.book, _selected(moment)
    unit_mc = selected.units_mc.get("progressive")
    if book.envy and unit_mc is not None and unit_mc not in {cents * 1_000 for cents in book.envy}:
        text = "The progressive wager is of an amount for which the Envy Bonus table has no row."
        yield Found(book.envy_section, text, "", (selected.seq,), wager="progressive")


def hand_without_device(moment: Moment) -> Iterator[Found]:
    """T25: cards are dealt from the hand and shuffled by hand (x.9(a)(1))."""
    table = moment.table
    dealing = moment.body.dealing or table.dealing
    if table.shuffling == "manual":
        yield from found_if(check_procedure(moment.book, dealing, "manual"), "", table.opened_seq)


def special_deal(moment: Moment) -> Iterator[Found]:
    """T26: what only a reshuffling shoe may do is selected, or done, at another."""
    table, book = moment.table, moment.book
    if table.shuffling == "reshuffling_device" and table.dealing == "automated_shoe":
        return
    if moment.event.type == "round_opened":
        chosen = _selected(moment).options
        for option in (BOARD_FIRST, STACKS_OF_FOUR):
            if option in book.options and chosen.get(option):
                yield _special(moment, option, "selected", _selected(moment).seq)
        return
    to, cards = getattr(moment.body, "to", ""), getattr(moment.body, "cards", ())
    if to == "community":
        yield _special(moment, BOARD_FIRST, "done")
    elif STACKS_OF_FOUR in book.options and to == "seat" and len(cards) == 4:
        yield _special(moment, STACKS_OF_FOUR, "done")


def _special(moment: Moment, option: str, how: str, *seqs: int) -> Found:
    what = "The board dealt first" if option == BOARD_FIRST else "Stacks of four cards"
    text = f"{what}: {how} at a table without an automated shoe that reshuffles."
    return Found(f"{moment.x}.10(g)", text, option, seqs)


def pair_bonus_card(moment: Moment) -> Iterator[Found]:
    """T27: one card for all Pair Bonus Wagers though not elected, or fourth cards though it is."""
    round_ = moment.table.round
    if round_ is None or ONE_CARD not in moment.book.options:
        return
    section = f"{moment.x}.{DEALT_BY[round_.dealing]}"
    fourth = [seat for seat in sorted(round_.fourth_cards) if seat in round_.pair_bonus]
    elected = bool(_selected(moment).options.get(ONE_CARD))
    if elected and fourth:
        seqs = tuple(round_.fourth_cards[seat] for seat in fourth)
        text = "Fourth cards were dealt, though the submission elects one card for all Pair Bonus Wagers."
        yield Found(section, text, "", seqs)
    elif round_.shared_card_seq and not elected:
        text = "One card was dealt for all Pair Bonus Wagers, which the submission does not elect."
        yield Found(section, text, "", (round_.shared_card_seq,))


def second_deck(moment: Moment) -> Iterator[Found]:
    """T28: two decks at a table whose cards are shuffled by hand (x.3(b))."""
    table = moment.table
    if table.shuffling == "manual":
        seqs = [deck.received_seq for deck in table.live()]
        yield from found_if(check_second_deck(moment.book, len(seqs), "manual"), "", *seqs)


def rulebook_in_force(moment: Moment) -> Iterator[Found]:
    """T29: the round's rulebook is unknown, or not in force that day; a proposed text is chosen by name."""
    name, day = moment.body.rulebook, moment.event.gaming_day
    if not name:
        return
    seqs = (moment.body.selections_seq,) if moment.body.selections_seq else ()
    try:
        book = rulebook.by_name(name)
    except UnknownRulebook:
        yield Found(None, f"The round is played by {name}, which is not a rulebook that we have.", name, seqs)
        return
    if moment.body.rulebook_sha256 not in ("", book.sha256):
        yield Found(None, f"The round is played by another text of {name} than ours.", name, seqs)
    elif book.effective_from is not None and not (
        book.effective_from <= day <= (book.effective_until or FAR_FUTURE)
    ):
        yield Found(None, f"The round is played by {name}, which is not in force on {day}.", name, seqs)


def changed_in_round(moment: Moment) -> Iterator[Found]:
    """T30: an updated submission took effect while a round was being played."""
    round_ = moment.table.round
    if round_ is not None:
        text = "The selections were changed in the middle of a round."
        yield Found(None, text, "", (round_.opened_seq,), round=round_.name)


def closed_in_round(moment: Moment) -> Iterator[Found]:
    """T31: the table was closed while a round was open (x.7(b))."""
    round_ = moment.table.round
    if round_ is not None:
        text = "The table was closed before its round was settled."
        yield Found(f"{moment.x}.7(b)", text, "", (round_.opened_seq,), round=round_.name)


_OPENED = ("round_opened",)
CHECKS = (
    Check("T16", "wager_not_offered", ("wager_placed", "decision_made"), "selections", wager_not_offered),
    Check("T17", "paytable_missing", _OPENED, "selections", paytable_missing),
    Check(
        "T18",
        "payout_limit_too_low",
        ("table_refused",),
        "the refusal",
        _refused("payout_limit_below_floor"),
        severity="record",
        without_book=True,
    ),
    Check(
        "T19",
        "payout_limit_not_allowed",
        ("table_refused",),
        "the refusal",
        _refused("payout_limit_not_allowed"),
        severity="record",
        without_book=True,
    ),
    Check("T20", "payout_limit_not_named", _OPENED, "selections", limit_not_named),
    Check("T21", "too_many_boxes_offered", _OPENED, "selections", boxes_allowed),
    Check("T23", "unit_without_envy", _OPENED, "selections", unit_without_envy),
    Check("T25", "hand_without_device", _OPENED, "equipment", hand_without_device),
    Check("T26", "reshuffling_shoe_missing", (*_OPENED, FIRST_CARD), "equipment, selections", special_deal),
    Check("T27", "pair_bonus_card_not_elected", ("round_closed",), "selections, cards", pair_bonus_card),
    Check("T28", "two_decks_without_device", _OPENED, "equipment, decks", second_deck),
    Check("T29", "rulebook_not_in_force", _OPENED, "the round", rulebook_in_force, without_book=True),
    Check("T30", "selections_changed_in_round", ("selections_changed",), "the round", changed_in_round),
    Check("T31", "closed_in_round", ("table_closed",), "the round", closed_in_round),
)
