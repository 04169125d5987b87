"""What changes comes to every page that is looked at, once, and to nobody who has gone."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
import time

import pytest

from console.calls.options import Location
from console.instances import read_model
from console.recording.clerks import OwnClerks
from console.web import serving as serving_module
from console.web.live.pulse import HEARTBEAT_S, Cell, Looker, Pulse
from console.web.site import Site
from events.errors import PitledgerError
from streams.clock import GamingDays
from streams.sqlite.file import LOG_FILE, WriterLock
from tests.console.accounting_floor import Floor
from tests.console.pages.disputed_floor import bet
from tests.console.web.conftest import (
    BADGES,
    PASSWORD,
    Console,
    disputed_floor,
    give_accounts,
    give_badges,
    serving,
)

CELL = "amount/HCF/progressive"


class Listening:
    """Somebody who listens; `heard` is what came, with its time."""

    def __init__(self, console: Console) -> None:
        self.visitor = console.visitor()
        assert self.visitor.sign_in(BADGES["pit"], PASSWORD).status == 303
        self.heard: list[tuple[float, str, object]] = []
        self.over = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.visitor.port, timeout=20)
        cookies = "; ".join(f"{name}={value}" for name, value in self.visitor.cookies.items())
        connection.request("GET", "/live", headers={"Cookie": cookies})
        answer, kind = connection.getresponse(), "message"
        for line in iter(answer.readline, b""):
            if line.startswith(b"event: "):
                kind = line[7:].strip().decode()
            if line.startswith(b"data: "):
                text = line[6:].strip()
                self.heard.append((time.monotonic(), kind, json.loads(text) if text else None))
                kind = "message"
        connection.close()
        self.over.set()

    def wait_for(self, wanted, seconds=10.0):
        """What is heard first that is wanted."""
        give_up = time.monotonic() + seconds
        while time.monotonic() < give_up:
            for heard in list(self.heard):
                if wanted(heard):
                    return heard
            time.sleep(0.01)
        raise AssertionError(self.heard[-3:])


@pytest.fixture
def own_console(tmp_path):
    """A console of an instance that nobody else looks at."""
    data = disputed_floor(tmp_path / "house")
    give_badges(data)
    give_accounts(data)
    yield from serving(data)


def amount_of(heard):
    _, kind, rows = heard
    return {name: text for name, text, *_ in rows}.get(CELL) if kind == "message" else None


def test_a_wager_changes_the_meter_of_who_looks_within_a_second(own_console):
    listening = Listening(own_console)
    before = amount_of(listening.wait_for(amount_of))

    floor = Floor(own_console.data, "2026-03-02T14:00:00Z")
    fed = [("round_opened", {"dealer": "D-1"}), bet(1, "ante", 10), bet(1, "progressive", 5)]
    floor.say("table:T1", *fed, ("bets_closed", {"legs": []}), round_="T1-9")
    recorded_at = time.monotonic()

    at, _, _ = listening.wait_for(lambda heard: amount_of(heard) not in (None, before))
    assert at - recorded_at < 1


def test_the_stream_ends_with_the_session(own_console):
    listening = Listening(own_console)
    listening.wait_for(amount_of)

    token = listening.visitor.token("/floor")
    listening.visitor.ask("/sign-out", {"token": token})

    listening.wait_for(lambda heard: heard[1] == "over", HEARTBEAT_S + 5)
    assert listening.over.wait(5)


# --- the pulse itself -------------------------------------------------------------------------------------


class Told(Looker):
    """Says what it is told to."""

    def __init__(self, *looks):
        self.looks = list(looks)

    def look(self):
        found = self.looks.pop(0) if self.looks else None
        if isinstance(found, Exception):
            raise found
        return found


def rows_of(message):
    return json.loads(message.split(b"data: ")[1])


def test_who_missed_a_change_is_told_everything_and_who_did_not_only_the_change():
    async def listened():
        looks = {"a": Cell("1"), "b": Cell("1")}, {"a": Cell("2"), "b": Cell("1")}
        pulse = Pulse(Told(*looks), time.monotonic)
        await pulse._look()
        await pulse._look()
        return await pulse.next_after(1), await pulse.next_after(0)

    (number, change), (_, everything) = asyncio.run(listened())
    assert number == 2
    assert rows_of(change) == [["a", "2", "", ""]]
    assert rows_of(everything) == [["a", "2", "", ""], ["b", "1", "", ""]]


def test_an_outage_is_told_with_the_next_beat_and_what_was_seen_stays(monkeypatch):
    monkeypatch.setattr("console.web.live.pulse.HEARTBEAT_S", 0.01)

    async def listened():
        pulse = Pulse(Told({"a": Cell("1")}, PitledgerError("the disk is gone"), None), time.monotonic)
        for _ in range(2):
            await pulse._look()
        during = await pulse.next_after(1)
        await pulse._look()
        return during, await pulse.next_after(1), pulse.everything()

    (_, during), (_, after), everything = asyncio.run(listened())
    assert (rows_of(during), rows_of(after)) == ("the disk is gone", "")
    assert rows_of(everything) == [["a", "1", "", ""]]


def test_beside_a_process_that_writes_a_console_says_nothing_again_and_again(house, monkeypatch, capfd):
    monkeypatch.setattr(read_model, "_records_behind", lambda _: 5)
    monkeypatch.setattr(serving_module, "CATCH_UP_EVERY_S", 0.01)
    where, rounds = Location(house, None), iter((False, False, True))
    site = Site(where, GamingDays(), "x", OwnClerks(where, GamingDays()))

    lock = WriterLock(house / LOG_FILE)
    try:
        serving_module._catch_up_until(site, lambda _: next(rounds))
    finally:
        lock.release()

    assert capfd.readouterr().err == ""


def test_many_who_go_at_once_leave_nothing_behind_and_others_hear_on():
    async def left():
        pulse = Pulse(Told({"a": Cell("1")}), time.monotonic)
        going = [asyncio.create_task(pulse.next_after(0)) for _ in range(50)]
        staying = asyncio.create_task(pulse.next_after(0))
        await asyncio.sleep(0.01)
        for _ in range(3):  # a server cancels until it has worked
            for task in going:
                task.cancel()
            await asyncio.sleep(0)
        ended = await asyncio.gather(*going, return_exceptions=True)
        await pulse._look()
        return ended, await staying

    ended, (number, _) = asyncio.run(left())
    assert {type(each) for each in ended} == {asyncio.CancelledError}
    assert number == 1
