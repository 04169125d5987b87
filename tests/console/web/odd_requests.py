"""Requests that no page expects, from a seed: right ones, changed ones, and noise."""

from __future__ import annotations

import random
from collections import Counter
from urllib.parse import quote

from console.web.acting.pages import SIGNATURE
from console.web.forms.form_table import FORMS
from console.web.page_table import PAGES
from tests.console.web.conftest import OPEN, PASSWORD
from tests.console.web.visitor import Visitor

WORDS = (
    *("", "0", "-1", "1", "4", "99999999999999999999", "1e9", "NaN", "None", "true", "live", "test"),
    *("T1", "HCF", "progressive", "T1-1", "T1-2", "T1-3", "T1-4", "678a@2019-11-02", "678a.11", "money"),
    *("2026-03-02", "2026-02-30", "0000-00-00", "9999-12-31", "07:00", "2026-03-02 07:00"),
    *("2026-03-08 02:30", "2026-03-02T12:00:00Z", "9999-12-31T23:59:59.999999Z", "-amount", "amount", "at"),
    *("../../etc/passwd", "%00", "\0", "\u202e", "é" * 30, "<img src=x onerror=1>", "' OR 1=1 --", '"', "\\"),
    *(";", "x" * 600, "😀", "\ud800", "a/b", "a.json"),
)
KNOWN = {
    "link": "HCF",
    "meter": "progressive",
    "table": "T1",
    "day": "2026-03-02",
    "claim": "47",
    "payment": "50",
    "case": OPEN,
}
"""Places that there are."""
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


def send_oddly(visitor: Visitor, role: str, count: int, seed: int) -> Counter[int]:
    """Fill in the forms with whatever comes, with the right token and with others."""
    luck = random.Random(seed)
    statuses: Counter[int] = Counter()
    token = visitor.token("/floor")
    forms = [*(form for form in FORMS if role in form.roles), SIGNATURE]
    for _ in range(count):
        form = luck.choice(forms)
        fields = {field.name: _word(luck) for field in getattr(form, "fields", ()) if luck.random() < 0.8}
        fields |= {_word(luck): _word(luck) for _ in range(luck.randrange(3))}
        fields["step"] = luck.choice(("preview",) * 5 + ("sign", "change", "decline", _word(luck)))
        fields["id"] = "x" * 20 if luck.random() < 0.95 else _word(luck)
        fields["token"] = token if luck.random() < 0.95 else _word(luck)
        fields["hash"], fields["seen"] = _word(luck), luck.choice((_word(luck), "[[1,2,3]]", "[[]]", "{}"))
        fields["password"] = PASSWORD if luck.random() < 0.8 else _word(luck)
        sent = {_sendable(name): _sendable(text) for name, text in fields.items()}
        statuses[visitor.ask(_filled(form.address, form.places, luck), sent).status] += 1
    return statuses


def _sendable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _filled(path: str, places: list[str], luck: random.Random) -> str:
    for name in places:
        text = quote(KNOWN[name], safe="") if name in KNOWN and luck.random() < 0.8 else _quoted(luck)
        for written in (f"{{{name}}}", f"{{{name}:path}}"):
            path = path.replace(written, text)
    return path


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
