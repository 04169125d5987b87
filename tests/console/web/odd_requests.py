"""Requests that no page expects, from a seed: right ones, changed ones, and noise."""

from __future__ import annotations

import random
from collections import Counter
from urllib.parse import quote

from console.web.page_table import PAGES
from tests.console.web.visitor import Visitor

WORDS = (
    *("", "0", "-1", "1", "4", "99999999999999999999", "1e9", "NaN", "None", "true", "live", "test"),
    *("T1", "HCF", "progressive", "T1-1", "T1-2", "T1-3", "T1-4", "678a@2019-11-02", "678a.11", "money"),
    *("2026-03-02", "2026-02-30", "0000-00-00", "9999-12-31", "07:00", "2026-03-02 07:00"),
    *("2026-03-08 02:30", "2026-03-02T12:00:00Z", "9999-12-31T23:59:59.999999Z", "-amount", "amount", "at"),
    *("../../etc/passwd", "%00", "\0", "\u202e", "é" * 30, "<img src=x onerror=1>", "' OR 1=1 --", '"', "\\"),
    *(";", "x" * 600, "😀", "\ud800", "a/b", "a.json"),
)
ANSWERS = {200, 303, 400, 401, 403, 404, 405, 413, 431}
"""What may come of it: an answer, or what is wrong with the request."""
METHODS = ("GET",) * 30 + ("POST", "PUT", "HEAD", "OPTIONS", "DELETE")
HEADERS = ("Origin", "Cookie", "Accept", "Content-Type", "Sec_Fetch_Site", "If_None_Match", "Range")


def ask_oddly(visitor: Visitor, count: int, seed: int) -> Counter[int]:
    """Ask so many times; gives how often each status came."""
    luck = random.Random(seed)
    statuses: Counter[int] = Counter()
    for _ in range(count):
        method = luck.choice(METHODS)
        form = {_word(luck): _word(luck) for _ in range(luck.randrange(3))} if method == "POST" else None
        headers = {luck.choice(HEADERS): _word(luck)[:40] for _ in range(luck.randrange(2))}
        sent = {name: text.encode("ascii", "ignore").decode() for name, text in headers.items()}
        printable = {name: text for name, text in sent.items() if text.isprintable()}
        if "Cookie" in printable and luck.random() < 0.9:
            del printable["Cookie"]
        statuses[visitor.ask(_path(luck), form, method, **printable).status] += 1
    return statuses


def _path(luck: random.Random) -> str:
    if luck.random() < 0.05:
        return "/" + quote(_word(luck).encode("utf-8", "surrogatepass"), safe="/.")
    page = luck.choice(PAGES)
    path = page.address
    for name in page.places:
        for written in (f"{{{name}}}", f"{{{name}:path}}"):
            path = path.replace(written, _quoted(luck))
    root = "/home" if path == "/" else path
    path = luck.choice((path, path, f"{root}.json", f"{root}.csv", f"/api{root}"))
    names = [param.name for param in page.params] + [
        "sort",
        "after",
        "q",
        "no",
        "switch.x",
        "paytable.flush_bonus",
    ]
    query = "&".join(f"{luck.choice(names)}={_quoted(luck)}" for _ in range(luck.choice((0, 1, 1, 2, 3))))
    return f"{path}?{query}" if query else path


def _word(luck: random.Random) -> str:
    if luck.random() < 0.1:
        return "".join(chr(luck.randrange(1, 0x3000)) for _ in range(luck.randrange(8)))
    return luck.choice(WORDS)


def _quoted(luck: random.Random) -> str:
    return quote(_word(luck).encode("utf-8", "surrogatepass"), safe="")
