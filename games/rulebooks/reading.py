"""Reads one rulebook file (TOML), strictly: a missing row, an unknown key or a wrong type does not load.

Every refusal is a RulebookError that names the file and the place in it. What the data means for play is not
known here.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from types import MappingProxyType
from typing import Literal, TypeVar, cast

from games import rates
from games.chapter import (
    Boxes,
    CardRules,
    IrregularityRule,
    MeterParameters,
    Option,
    PayoutLimit,
    Paytable,
    PaytableSet,
    Requirement,
    Rulebook,
    Switch,
)
from games.errors import RulebookError
from games.rulebooks.toml_table import TomlTable

T = TypeVar("T")
PROCEDURES = ("manual_shoe", "hand", "automated_shoe")
DAY = re.compile(r"\d{4}-(\d\d)-(\d\d)")
DAYS_IN_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def read(file: str, content: bytes) -> Rulebook:
    """The rulebook in `content`; `file` is its name in error messages."""
    try:
        data = tomllib.loads(content.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RulebookError(file, "(whole file)", f"not TOML: {error}") from None
    top = TomlTable(file, "", data)
    proposed = top.take("proposed", bool, default=False)
    chapter = top.take("chapter", str)
    version = top.take("version", str)
    paytables = read_paytables(top.table("paytables"))
    envy_section, envy = read_envy(top.table("envy", optional=True))
    book = Rulebook(
        name=f"{chapter}@{version}",
        chapter=chapter,
        version=version,
        game=top.take("game", str),
        title=top.take("title", str),
        source=top.take("source", str),
        sha256=hashlib.sha256(content).hexdigest(),
        effective_from=None if proposed else read_day(top, "effective_from"),
        effective_until=read_day(top, "effective_until") if "effective_until" in top.data else None,
        positions=top.amount("positions"),
        boxes=read_boxes(top.table("boxes")),
        paytables=paytables,
        meters=read_meters(top, paytables),
        envy_section=envy_section,
        envy=envy,
        payout_limit=read_payout_limit(top.table("payout_limit", optional=True)),
        switches=read_switches(top.table("switches", optional=True)),
        options=read_options(top.table("options", optional=True)),
        irregularities=read_irregularities(top.table("irregularities")),
        equipment=read_equipment(top),
        cards=read_cards(top.table("cards")),
    )
    top.finish()
    return book


def is_day(text: str) -> bool:
    """Whether `text` is a day written YYYY-MM-DD (a 29 February is let pass in any year)."""
    match = DAY.fullmatch(text)
    if match is None:
        return False
    month, day = int(match[1]), int(match[2])
    return 1 <= month <= 12 and 1 <= day <= DAYS_IN_MONTH[month - 1]


def read_day(place: TomlTable, key: str) -> str:
    """A day written YYYY-MM-DD, as text: days compare as text does, and no clock is needed."""
    value = place.take(key, str)
    if not is_day(value):
        raise place.error(key, f"expected a day like 2019-11-02, found {value!r}")
    return value


def read_boxes(place: TomlTable) -> Boxes:
    """[boxes]: `most` or `by_submission = true`."""
    section = place.take("section", str)
    by_submission = place.take("by_submission", bool, default=False)
    if by_submission == ("most" in place.data):
        raise place.error("most", "give either `most` or `by_submission = true`")
    most = None if by_submission else place.amount("most")
    place.finish()
    return Boxes(section, most)


def read_paytables(tables: TomlTable) -> MappingProxyType[str, PaytableSet]:
    """[paytables.NAME] with `section`, `hands` and one table a column, each with every hand."""
    result = {}
    for name, table in tables.tables():
        section = table.take("section", str)
        hands = table.names("hands")
        meter = table.take("meter", str, default=None)
        columns = {
            letter: read_column(name, section, hands, meter, place) for letter, place in table.tables()
        }
        if not columns:
            raise RulebookError(table.file, table.address, "no column; add [….A] or [….only]")
        if "only" in columns and len(columns) > 1:
            raise table.error("only", "a fixed paytable has no other columns")
        result[name] = PaytableSet(name, section, hands, MappingProxyType(columns))
    return MappingProxyType(result)


def read_column(
    table: str, section: str, hands: tuple[str, ...], meter: str | None, place: TomlTable
) -> Paytable:
    """One column: every hand once, in the table's order, "N/A" where the column does not pay it."""
    rows = {}
    for hand in hands:
        text = place.take(hand, str)
        try:
            rate = rates.parse(text, meter)
        except ValueError as error:
            raise place.error(hand, str(error)) from None
        if rate is not None:
            rows[hand] = rate
    place.finish()
    return Paytable(table, place.address.rpartition(".")[2], section, MappingProxyType(rows))


def read_meters(
    top: TomlTable, paytables: MappingProxyType[str, PaytableSet]
) -> MappingProxyType[tuple[str, str], tuple[MeterParameters, ...]]:
    """[meters.TABLE.LETTER.NAME]: exactly the meters that the rates of that column draw on."""
    result: dict[tuple[str, str], tuple[MeterParameters, ...]] = {}
    found = top.table("meters", optional=True)
    for table, place in found.tables():
        section = place.take("section", str)
        for letter, column in place.tables():
            result[table, letter] = tuple(read_meter(name, section, m) for name, m in column.tables())
    for table, columns in paytables.items():
        for letter, column_rows in columns.columns.items():
            drawn = {rate.meter for rate in column_rows.rows.values() if rate.kind == "percent"}
            given = {meter.name for meter in result.get((table, letter), ())}
            if drawn != given:
                where = f"meters.{table}.{letter}"
                raise RulebookError(
                    top.file, where, f"the paytable draws on {drawn}, parameters are for {given}"
                )
    for table, letter in result:
        if table not in paytables or letter not in paytables[table].columns:
            raise RulebookError(top.file, f"meters.{table}.{letter}", "no such paytable")
    return MappingProxyType(result)


def read_meter(name: str, section: str, place: TomlTable) -> MeterParameters:
    """Either `seed_for_1`, `reseed_for_1` and `primary_bp`, or `seed_at_least_cents` and a free rate."""
    flat = "seed_at_least_cents" in place.data
    meter = MeterParameters(
        name=name,
        section=section,
        seed_for_1=None if flat else place.amount("seed_for_1"),
        reseed_for_1=None if flat else place.amount("reseed_for_1"),
        seed_at_least_cents=place.amount("seed_at_least_cents") if flat else None,
        primary_bp=None if flat else place.amount("primary_bp"),
        reserve_bp=place.amount("reserve_bp", default=0),
    )
    place.finish()
    return meter


def read_envy(place: TomlTable) -> tuple[str | None, MappingProxyType[int, MappingProxyType[str, int]]]:
    """[envy] with `section`, and [envy.CENTS] for each wager: hand to cents."""
    if not place.data:
        return None, MappingProxyType({})
    section = place.take("section", str)
    result = {}
    for wager, table in place.tables():
        if not wager.isdecimal():
            raise place.error(wager, "expected the Progressive wager in cents, as [envy.100]")
        result[int(wager)] = MappingProxyType({hand: table.amount(hand) for hand in list(table.data)})
    if len({tuple(rows) for rows in result.values()}) != 1:
        raise RulebookError(place.file, place.address, "every wager needs the same hands")
    return section, MappingProxyType(result)


def read_payout_limit(place: TomlTable) -> PayoutLimit | None:
    """[payout_limit], absent where the chapter has none."""
    if not place.data:
        return None
    per = place.take("per", str)
    if per not in {"hand", "player"}:
        raise place.error("per", f"expected hand or player, found {per!r}")
    limit = PayoutLimit(
        section=place.take("section", str),
        mandatory=place.take("mandatory", bool),
        per=cast("Literal['hand', 'player']", per),
        floor_cents=place.amount("floor_cents"),
        covers=place.names("covers"),
    )
    place.finish()
    return limit


def read_switches(place: TomlTable) -> MappingProxyType[str, Switch]:
    """[switches.NAME]: the unclear places of the text."""
    result = {}
    for name, table in place.tables():
        values = table.choices("values")
        default = table.take("default", object)
        if default not in values:
            raise table.error("default", f"{default!r} is not one of the values {list(values)}")
        section, question = table.take("section", str), table.take("question", str)
        table.finish()
        result[name] = Switch(name, section, question, default, values)
    return MappingProxyType(result)


def read_options(place: TomlTable) -> MappingProxyType[str, Option]:
    """[options.NAME]: what the certificate holder chooses."""
    result = {}
    for name, table in place.tables():
        values = table.choices("values")
        default = table.take("default", object, default=None)
        if default is not None and default not in values:
            raise table.error("default", f"{default!r} is not one of the values {list(values)}")
        section = table.take("section", str)
        table.finish()
        result[name] = Option(name, section, values, default)
    return MappingProxyType(result)


def read_irregularities(place: TomlTable) -> MappingProxyType[str, IrregularityRule]:
    """[irregularities.KIND]: `returned` is "all" or a list; `until_reveal` is for an exposed card."""
    result = {}
    for kind, table in place.tables():
        section = table.take("section", str)
        everything = table.data.get("returned") == "all"
        returned = None if everything else table.names("returned")
        table.data.pop("returned", None)
        silent = table.names("silent", default=[])
        cards = table.take("cards", str)
        until_reveal = table.take("until_reveal", bool, default=False)
        table.finish()
        result[kind] = IrregularityRule(kind, section, returned, silent, cards, until_reveal)
    return MappingProxyType(result)


def read_equipment(top: TomlTable) -> tuple[Requirement, ...]:
    """[[equipment]]: what a table must have, with the wagers that make it necessary."""
    result = []
    for index, data in enumerate(top.take("equipment", list)):
        place = TomlTable(top.file, f"equipment[{index}]", data)
        section, item = place.take("section", str), place.take("item", str)
        if_offered = place.names("if_offered", default=[])
        sign, approval = place.take("sign", str, default=None), place.take("approval", str, default=None)
        layout_only = place.take("layout_only", bool, default=False)
        result.append(Requirement(section, item, if_offered, sign, approval, layout_only))
        place.finish()
    return tuple(result)


def read_cards(place: TomlTable) -> CardRules:
    """[cards]: decks, cut, stub and the device's exemptions."""

    def by_procedure(key: str, kind: type[T]) -> MappingProxyType[str, T]:
        table = place.table(key)
        values = {procedure: table.take(procedure, kind) for procedure in PROCEDURES}
        table.finish()
        return MappingProxyType(values)

    rules = CardRules(
        cover_cards=place.amount("cover_cards"),
        dealer_under_cover_card=place.take("dealer_under_cover_card", bool),
        cut_at_least=place.amount("cut_at_least"),
        stub_count_every_rounds=place.amount("stub_count_every_rounds"),
        change_after_hours=by_procedure("change_after_hours", int),
        device_exempts=place.names("device_exempts"),
        preshuffled_needs_cut=place.take("preshuffled_needs_cut", bool),
        idle_clears_shoe_and_rack=place.take("idle_clears_shoe_and_rack", bool),
        no_more_bets=by_procedure("no_more_bets", str),
        stub_due=by_procedure("stub_due", str),
        stub_right=by_procedure("stub_right", str),
        stub_wrong=by_procedure("stub_wrong", str),
    )
    place.finish()
    return rules
