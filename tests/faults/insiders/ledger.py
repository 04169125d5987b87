"""Cells and lines of the ledger beside the log that do not follow from its decisions."""

from __future__ import annotations

from collections.abc import Callable

from tests.faults.insiders.forger import BEANCOUNT, CSV, Forger


def cell(forger: Forger, table: str, has: str, column: int, change: Callable[[str], str]) -> str:
    """Another content of a cell."""

    def edit(lines: list[str]) -> int:
        number = forger.a_line(lines, has)
        cells = lines[number].split(",")
        cells[column] = change(cells[column])
        lines[number] = ",".join(cells)
        return number

    return forger.edit(f"{CSV}/{table}.csv", edit)


def more(by: int) -> Callable[[str], str]:
    """A number that is so much more."""
    return lambda found: str(int(found) + by)


def entry_of_another_day(forger: Forger) -> str:
    """An entry is said to be posted to another day."""
    return cell(forger, "entries", "table:", 3, lambda _: "2026-03-09")


def entry_of_another_round(forger: Forger) -> str:
    """An entry is said to be of another round."""
    return cell(forger, "entries", "meter_contributed", 7, lambda found: f"{found}0")


def posting_off(forger: Forger) -> str:
    """A posting of a link is a millicent more."""
    return cell(forger, "postings", "HCF,", 7, more(1))


def posting_to_another_account(forger: Forger) -> str:
    """What is owed is said to be paid."""
    return cell(forger, "postings", ",payable,", 4, lambda _: "paid")


def entry_without_its_decision(forger: Forger) -> str:
    """An entry stands in the tables that no decision made."""

    def edit(lines: list[str]) -> int:
        lines.append("WEST,99,2026-03-01T19:00:00.000000Z,2026-03-01,2026-03-01,meter_adjusted,link:WEST#9,")
        lines.sort(
            key=lambda line: (line.startswith("book") - 1, line.split(",")[0] != "HCF", line.split(",")[0])
        )
        return 0

    return forger.edit(f"{CSV}/entries.csv", edit)


def entry_left_out(forger: Forger) -> str:
    """An entry is missing, with its postings."""
    gone: list[str] = []

    def edit(lines: list[str]) -> int:
        gone.extend(lines.pop(forger.a_line(lines, "award_locked")).split(",")[:2])
        return 0

    place = forger.edit(f"{CSV}/entries.csv", edit)

    def without(lines: list[str]) -> int:
        lines[:] = [line for line in lines if line.split(",")[:2] != gone]
        return 0

    forger.edit(f"{CSV}/postings.csv", without)
    return place


def posting_left_out(forger: Forger) -> str:
    """Two postings of an entry are missing that cancel each other."""

    def edit(lines: list[str]) -> int:
        number = forger.a_line(lines, ",contribution,")
        key = lines[number].split(",")[:2]
        lines[:] = [line for line in lines if line.split(",")[:2] != key]
        return number

    return forger.edit(f"{CSV}/postings.csv", edit)


def envy_of_more(forger: Forger) -> str:
    """An envy bonus in a table's book is more than was paid, on both sides."""

    def edit(lines: list[str]) -> int:
        number = forger.a_line(lines, ",envy,,envy,")
        for at, by in ((number, 1_000), (number + 1, -1_000)):
            cells = lines[at].split(",")
            cells[7] = str(int(cells[7]) + by)
            lines[at] = ",".join(cells)
        return number

    return forger.edit(f"{CSV}/postings.csv", edit)


def fixed_award_of_more(forger: Forger) -> str:
    """A fixed award is more than the table settled."""

    def edit(lines: list[str]) -> int:
        number = forger.a_line(lines, ",fixed_awards,")
        for at, by in ((number, 1_000), (number + 1, -1_000)):
            cells = lines[at].split(",")
            cells[7] = str(int(cells[7]) + by)
            lines[at] = ",".join(cells)
        return number

    return forger.edit(f"{CSV}/postings.csv", edit)


def envy_left_out(forger: Forger) -> str:
    """An envy bonus is in no entry."""
    gone: list[str] = []

    def edit(lines: list[str]) -> int:
        gone.extend(lines.pop(forger.a_line(lines, "envy_paid")).split(",")[:2])
        return 0

    place = forger.edit(f"{CSV}/entries.csv", edit)

    def without(lines: list[str]) -> int:
        lines[:] = [line for line in lines if line.split(",")[:2] != gone]
        return 0

    forger.edit(f"{CSV}/postings.csv", without)
    return place


def trial_balance_off(forger: Forger) -> str:
    """A balance of the trial balance is another."""
    return cell(forger, "trial_balance", "HCF,", 6, more(1))


def trial_balance_short(forger: Forger) -> str:
    """A balance is missing."""

    def edit(lines: list[str]) -> int:
        lines.pop(forger.a_line(lines, "paid,"))
        return 0

    return forger.edit(f"{CSV}/trial_balance.csv", edit)


def accounts_swapped(forger: Forger) -> str:
    """Two accounts have each other's paths: the journals are the first that no longer fit."""

    def edit(lines: list[str]) -> int:
        one, other = (
            next(n for n, line in enumerate(lines) if f",{name}," in line) for name in ("paid", "payable")
        )
        path, rest = lines[one].split(",", 1)
        path2, rest2 = lines[other].split(",", 1)
        lines[one], lines[other] = f"{path2},{rest}", f"{path},{rest2}"
        return one

    forger.edit(f"{CSV}/accounts.csv", edit)
    return f"file {BEANCOUNT}"


def journal(name: str, has: str, change: Callable[[str], str | None]) -> Callable[[Forger], str]:
    """A line of a journal is another, or is gone."""

    def forge(forger: Forger) -> str:
        def edit(lines: list[str]) -> int:
            number = forger.a_line(lines, has)
            made = change(lines[number])
            lines[number : number + 1] = [] if made is None else made.split("\n")
            return number

        return forger.edit(name, edit)

    return forge


def _last_digit(line: str) -> str:
    """The amount of a line with another last digit but one."""
    head, unit = line.split(" MILLICENT", 1)
    return f"{head[:-1]}{(int(head[-1]) + 1) % 10} MILLICENT{unit}"
