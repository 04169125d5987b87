"""What a JSON description says of its rulebook: paytables, options and switches, meters, the irregularity."""

from __future__ import annotations

from games.chapter import Choice, Rulebook
from games.describing.fields import cents, refuse, shown, table, yes_or_no
from games.settlement import Irregularity, MeterReading

EVENT_FIELDS = frozenset({"type", "misdealt", "cards", "procedure"})
METER_FIELDS = frozenset({"amount", "reserve", "reseed"})
PROCEDURES = ("manual_shoe", "hand", "automated_shoe")


def paytables_of(value: object, book: Rulebook) -> dict[str, str]:
    """The selected columns: of paytables that are selected, and columns that exist."""
    chosen = table(value, "paytables")
    for name, letter in chosen.items():
        known = book.paytables.get(name)
        if known is None or not known.selected:
            names = ", ".join(n for n, t in book.paytables.items() if t.selected)
            refuse(f"paytables.{name}", f"{book.name} has no such paytable: it has {names}")
        if type(letter) is not str or letter not in known.columns:
            refuse(f"paytables.{name}", f"expected one of {', '.join(known.columns)}, found {shown(letter)}")
    return chosen  # type: ignore[return-value]


def options_of(value: object, book: Rulebook) -> dict[str, Choice]:
    """Options and switches of the rulebook, the payout limit, and the number of boxes."""
    options = table(value, "options")
    for name, choice in options.items():
        field = f"options.{name}"
        if name == "payout_limit_cents":
            check_limit(choice, field, book)
        elif name == "boxes":
            most = book.boxes.most or book.positions
            if type(choice) is not int or not 1 <= choice <= most:
                refuse(field, f"expected 1 to {most} ({book.boxes.section}), found {shown(choice)}")
        else:
            known = book.options.get(name) or book.switches.get(name)
            if known is None:
                refuse(field, f"{book.name} has no such option")
            if not any(type(choice) is type(v) and choice == v for v in known.values):
                refuse(field, f"expected one of {list(known.values)}, found {shown(choice)}")
    return options  # type: ignore[return-value]


def check_limit(value: object, field: str, book: Rulebook) -> None:
    """A payout limit where the chapter has one, and not below its floor."""
    limit = cents(value, field)
    if book.payout_limit is None:
        refuse(field, f"{book.name} has no payout limit")
    if limit < book.payout_limit.floor_cents:
        refuse(field, f"below the {book.payout_limit.floor_cents} cents of {book.payout_limit.section}")


def meters_of(value: object, book: Rulebook) -> dict[str, MeterReading]:
    """Meters by name: a number of cents, or amount with reserve and reseed."""
    result = {}
    for name, meter in table(value, "meters").items():
        field = f"meters.{name}"
        if name not in book.meter_names:
            refuse(
                field,
                f"{book.name} has no such meter: it has {', '.join(sorted(book.meter_names)) or 'none'}",
            )
        if type(meter) is not dict:
            result[name] = MeterReading(cents(meter, field))
            continue
        for key in meter.keys() - METER_FIELDS:
            refuse(f"{field}.{key}", "unknown field: a meter has amount, reserve and reseed")
        reseed = meter.get("reseed")
        result[name] = MeterReading(
            cents(meter.get("amount"), field + ".amount"),
            cents(meter.get("reserve", 0), field + ".reserve"),
            None if reseed is None else cents(reseed, field + ".reseed"),
        )
    return result


def event_of(value: object, book: Rulebook) -> Irregularity:
    """The irregularity: a kind that the rulebook knows."""
    data = table(value, "event")
    for key in data.keys() - EVENT_FIELDS:
        refuse(f"event.{key}", "unknown field")
    kind = data.get("type")
    if type(kind) is not str or kind not in book.irregularities:
        known = ", ".join(sorted(book.irregularities))
        refuse("event.type", f"{book.name} has no irregularity {shown(kind)}: it has {known}")
    event = Irregularity(kind)
    if "misdealt" in data:
        event.misdealt = yes_or_no(data["misdealt"], "event.misdealt")
    if "cards" in data:
        event.cards = cents(data["cards"], "event.cards")
    if "procedure" in data:
        procedure = data["procedure"]
        if type(procedure) is not str or procedure not in PROCEDURES:
            refuse("event.procedure", f"expected one of {', '.join(PROCEDURES)}, found {shown(procedure)}")
        event.procedure = procedure
    return event
