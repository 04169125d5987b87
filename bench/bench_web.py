"""Milliseconds of each page of the console among ten million events, and a stream that 500 listen to.

A floor of 200 tables plays until there are so many events; `pitledger serve` shows it, in a process of its
own, and a browser asks for each page again and again. The limit is a bare Starlette route, served likewise,
that answers with as many bytes. Then a small floor plays an hour's worth of events beside a console that 500
listen to: how much later than the first the last of them hears of a change, and what memory that has taken.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from urllib.parse import quote, urlencode

from bench.bench_append import DISK
from bench.bench_rounds import drawn
from bench.commands import call
from bench.rows import Row, row
from console.calls.options import Location
from console.instances.read_model import open_read_model
from console.web.entry.accounts import Account, hash_of, store_accounts
from events.naming import comparable
from events.times import time_text
from streams.read_model.store import READ_FILE

TABLES: Final = 200
HOURS: Final = 14
"""Some ten million events."""
ASKED: Final = 100
SUBSCRIBERS: Final = 500
LIVE_TABLES: Final = 10
LIVE_HOURS: Final = 1
IDLE_S: Final = 2
AFTERWARDS_S: Final = 3
LIVE_SPEED: Final = 500
"""Events a second: an hour of ten tables in three quarters of a minute."""
SEED: Final = 16
AIM: Final = "≤ 100 ms"
BARE: Final = "a bare Starlette route with as many bytes"
_PROGRAM: Final = (sys.executable, "-m", "console.main")
_PASSWORD: Final = "four words or more"
_BADGE: Final = "A-2"
_ADDRESS: Final = re.compile(r"http://[\d.]+:(\d+)/")
_ERRING: Final = ("--mistakes", "0.002", "--irregularities", "0.002")
_BARE: Final = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route
async def page(request):
    return HTMLResponse("x" * int(request.path_params["size"]))
class Told(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        print(f"http://127.0.0.1:{self.servers[0].sockets[0].getsockname()[1]}/", flush=True)
Told(uvicorn.Config(Starlette(routes=[Route("/{size}", page)]), port=0, log_level="error", http="h11")).run()
"""


class Browser:
    """One that keeps its connection and its cookies."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        self.cookies: dict[str, str] = {}
        self._asked_s = 0.0

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, bytes]:
        """A page, whole; a server lets go of connections that nobody has used for a while."""
        if time.monotonic() - self._asked_s > IDLE_S:
            self._connection.close()
        headers = {"Cookie": self.cookie}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(
            "GET" if form is None else "POST", path, None if form is None else urlencode(form), headers
        )
        answer = self._connection.getresponse()
        content = answer.read()
        self._asked_s = time.monotonic()
        for given in answer.headers.get_all("set-cookie") or []:
            name, _, value = given.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, content

    @property
    def cookie(self) -> str:
        """What it sends."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def sign_in(self) -> None:
        """With the account that the instance was given."""
        token = re.search(rb'name="token" value="([^"]+)"', self.ask("/sign-in")[1])
        assert token is not None
        fields = {"token": token[1].decode(), "badge": _BADGE, "password": _PASSWORD, "next": "/"}
        status, _ = self.ask("/sign-in", fields)
        if status != 303:
            raise RuntimeError(f"the sign-in was answered with {status}")


@contextmanager
def running(*command: str) -> Iterator[tuple[int, int]]:
    """A server that says its address: its port and its process."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            told = next((found for line in process.stdout if (found := _ADDRESS.search(line))), None)
            if told is None:
                raise RuntimeError(f"{command[-1]}: ended with {process.wait()}")
            yield int(told[1]), process.pid
        finally:
            process.terminate()


def account(data: Path, role: str) -> None:
    """An account for a badge that the floor has issued."""
    made = Account(_BADGE, "accounting", role, hash_of(_PASSWORD))  # type: ignore[arg-type]
    store_accounts(data, {comparable(_BADGE): made})


# --- pages ----------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A page that is measured: its name, and an address of it for each time that it is asked for."""

    name: str
    paths: Sequence[str]


def pages(where: Location, count: int) -> list[Shown]:
    """The pages that compliance sees, with places drawn at random where they have some."""
    with open_read_model(where) as store:
        chosen = list(drawn(store, count))
        links = [each["link"] for each in store.rows("SELECT DISTINCT link FROM links ORDER BY 1")]
        day = store.rows("SELECT max(gaming_day) AS day FROM findings")[0]["day"] or "2026-03-02"
        found = store.rows("SELECT stream, count(*) AS times FROM findings GROUP BY 1 ORDER BY 1 LIMIT 20")
    luck = Random(SEED)
    of_round = [
        f"/rounds?{urlencode({'table': of.table, 'seat': seat, 'around': time_text(of.first_at_us)})}"
        for of, seat in chosen
    ]
    link, meter = links[0], "progressive"
    always = {
        "home": "/",
        "floor": "/floor",
        "meters": "/meters",
        "meter": f"/meters/{link}/{meter}",
        "findings": f"/findings?table={chosen[0][0].table}",
        "findings_about_money": "/findings?severity=money",
        "cases": "/cases",
        "trial": "/ledger/trial",
        "statement": f"/ledger/statement/{link}/{meter}",
        "liability": "/ledger/liability",
        "hits": f"/ledger/hits?day={day}",
        "hold": "/ledger/hold",
        "days": "/days",
        "day": f"/days/{day}",
        "rules": "/rules",
        "badges": "/badges",
        "signatures": "/signatures",
    }
    drawn_ones = [
        Shown("rounds", of_round),
        Shown("round", [f"/rounds/{quote(of.round, safe='')}?table={of.table}" for of, _ in chosen]),
        Shown(
            "event",
            [f"/events/{of.stream}/{of.first_seq}" for of, _ in chosen],
        ),
        Shown("table", [f"/tables/{of.table}?day={day}" for of, _ in chosen]),
        Shown("finding", [f"/findings/{each['stream']}/{luck.randint(1, each['times'])}" for each in found]),
    ]
    shown = [*(Shown(name, [path] * count) for name, path in always.items()), *drawn_ones]
    return [page for page in shown if page.paths]


def asked(browser: Browser, paths: Sequence[str]) -> tuple[list[float], int]:
    """How long each took, the shortest first, and how many bytes one has at the median."""
    taken, sizes = [], []
    for path in paths:
        started = time.perf_counter()
        status, content = browser.ask(path)
        taken.append((time.perf_counter() - started) * 1_000)
        sizes.append(len(content))
        if status != 200:
            raise RuntimeError(f"{path}: {status}")
    return sorted(taken), sorted(sizes)[len(sizes) // 2]


def percentile(taken: Sequence[float], each: int) -> float:
    """Of what is sorted."""
    return taken[(len(taken) - 1) * each // 100]


def of_pages(data: Path, count: int) -> Iterator[Row]:
    """The median and the 99th percentile of each page."""
    account(data, "compliance")
    serve = (*_PROGRAM, "serve", "--port", "0", "--data", str(data))
    with running(*serve) as (port, _), running(sys.executable, "-c", _BARE) as (bare, _):
        ours, limit = Browser(port), Browser(bare)
        ours.sign_in()
        for page in pages(Location(data, None), count):
            ours.ask(page.paths[0])
            taken, size = asked(ours, page.paths)
            least, _ = asked(limit, [f"/{size}"] * len(page.paths))
            for each in (50, 99):
                yield row(
                    f"web_{page.name}_p{each}",
                    "ms",
                    percentile(taken, each),
                    n=len(taken),
                    goal=AIM,
                    limit=percentile(least, each),
                    limit_name=BARE,
                )


# --- who listens ----------------------------------------------------------------------------------------


class Heard(NamedTuple):
    """When each of those who listen heard of a change, by its number."""

    at: dict[int, list[float]]


async def listen(port: int, cookie: str, heard: Heard, ready: asyncio.Semaphore) -> None:
    """Listen until it is cancelled."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    writer.write(f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n".encode())
    first = True
    try:
        while line := await reader.readline():
            if line.startswith(b"id: "):
                if first:
                    first = False
                    ready.release()
                else:
                    heard.at.setdefault(int(line[4:]), []).append(time.perf_counter())
    finally:
        writer.close()


class Listened(NamedTuple):
    """What was heard, and the console's memory before and after."""

    heard: Heard
    before_mb: float
    after_mb: float


def memory(pid: int) -> float:
    """What a process has in memory, in MB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def listened(port: int, pid: int, cookie: str, count: int, floor: subprocess.Popen[bytes]) -> Listened:
    """What `count` heard until a floor had played, and the console's memory before and after."""
    heard, ready = Heard({}), asyncio.Semaphore(0)
    tasks = [asyncio.create_task(listen(port, cookie, heard, ready)) for _ in range(count)]
    for _ in tasks:
        await ready.acquire()
    before = memory(pid)
    while floor.poll() is None:
        await asyncio.sleep(0.1)
    await asyncio.sleep(AFTERWARDS_S)
    after = memory(pid)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return Listened(heard, before, after)


def of_stream(data: Path, count: int, tables: int, hours: str) -> Iterator[Row]:
    """How far apart those who listen hear of a change, and what it costs the console."""
    shape = ("--tables", str(tables), "--hours", hours, "--speed", str(LIVE_SPEED))
    with subprocess.Popen(
        (*_PROGRAM, "--data", str(data), "floor", *shape), stdout=subprocess.DEVNULL
    ) as floor:
        while not (data / READ_FILE).exists() and floor.poll() is None:
            time.sleep(0.1)
        account(data, "compliance")
        with running(*_PROGRAM, "serve", "--port", "0", "--data", str(data)) as (port, pid):
            browser = Browser(port)
            browser.sign_in()
            browser.ask("/meters")
            told = asyncio.run(listened(port, pid, browser.cookie, count, floor))
    by_all = [times for times in told.heard.at.values() if len(times) == count]
    if floor.returncode or not by_all:
        raise RuntimeError("no change was heard by all who listen")
    apart = sorted((max(times) - min(times)) * 1_000 for times in by_all)
    for each in (50, 99):
        yield row(f"web_live_last_after_first_p{each}", "ms", percentile(apart, each), n=len(apart))
    yield row("web_live_memory_before", "MB", told.before_mb, n=count)
    yield row("web_live_memory_after", "MB", told.after_mb, n=count)


def run(quick: bool = False) -> list[Row]:
    """The pages, then who listens."""
    tables, hours, count = (3, "0.1", 2) if quick else (TABLES, str(HOURS), ASKED)
    live = (3, 1, "0.05") if quick else (SUBSCRIBERS, LIVE_TABLES, str(LIVE_HOURS))
    with tempfile.TemporaryDirectory(dir=DISK) as made:
        data = Path(made) / "house"
        report, _ = call("--data", str(data), "floor", "--tables", str(tables), "--hours", hours, *_ERRING)
        print(f"web: {report['events']} events", file=sys.stderr, flush=True)
        examine = (*_PROGRAM, "--data", str(data), "findings", "--json")
        subprocess.run(examine, stdout=subprocess.DEVNULL, check=False)  # what is found makes its code 1
        rows = list(of_pages(data, count))
        return [*rows, *of_stream(Path(made) / "live", *live)]
