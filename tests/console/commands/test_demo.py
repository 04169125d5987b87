"""`pitledger demo`: for scripts at full speed, live as lines or on a board, and ended by Ctrl-C."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import pytest

from console.board.watching import RoundSeen, Watching, line
from events.envelope import read_header
from floor.casino import Casino
from floor.houses.folding import FoldingHouse
from floor.life import Stop
from floor.plan import START_US, lay_out
from floor.play import registry
from projections.rounds.replay import replay
from streams.clock import GamingDays
from tests.console.calling import COMMAND, environment, pitledger
from tests.console.web.forms.filling import previewed, signed
from tests.console.web.visitor import Visitor

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
LIVE = [*COMMAND, "demo", "--tables", "6", "--terminal"]


def test_for_scripts_it_plays_so_many_rounds_in_all_and_reports(tmp_path):
    called = pitledger("demo", "--data", tmp_path / "demo", "--rounds", 23, "--no-console", "--json")

    report = called.document
    assert called.code == 0
    assert set(report) == {"data", "rounds", "events", "last_round", "links"}
    assert (report["data"], report["rounds"]) == (str(tmp_path / "demo"), 23)
    assert pitledger("round", report["last_round"], "--data", tmp_path / "demo").code == 0
    assert pitledger("check", "--data", tmp_path / "demo").code == 0
    exported = pitledger("export-events", "--data", tmp_path / "demo").out
    assert exported.count('"type":"round_opened"') == 23
    assert len(exported.splitlines()) == report["events"]
    games = set(re.findall(r'"game":"(\w+)"', exported))
    assert games == set(registry.all_plays())


def test_it_says_where_to_look(tmp_path):
    called = pitledger("demo", "--data", tmp_path / "demo", "--rounds", 2, "--tables", 1)

    assert called.code == 0
    assert "2 rounds on 1 table: " in called.out
    assert re.search(rf"pitledger round \w+-01-2 --data {tmp_path / 'demo'}\n", called.out)


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    exported = []
    for name, seed in (("one", 3), ("again", 3), ("other", 4)):
        pitledger("demo", "--data", tmp_path / name, "--rounds", 12, "--seed", seed)
        exported.append(pitledger("export-events", "--data", tmp_path / name).out)

    assert exported[0] == exported[1]
    assert exported[0] != exported[2]


@pytest.mark.parametrize("wrong", [("--rounds", 0), ("--tables", 0), ("--game", "bridge")])
def test_a_wrong_call_touches_nothing(tmp_path, wrong):
    assert pitledger("demo", "--data", tmp_path / "demo", *wrong).code == 2
    assert not (tmp_path / "demo").exists()


def test_live_without_a_terminal_it_tells_rounds_and_ends_cleanly(tmp_path):
    process = subprocess.Popen(
        [*LIVE, "--data", str(tmp_path / "demo")],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    first = process.stdout.readline()
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate()

    assert process.returncode == 0, err
    at, told = first[:23], first[23:]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d E[SD]T", at)
    assert re.match(r"  [A-Z]{3}-\d\d-\d+ +\d seats?  staked \$[\d.,]+, ", told)
    assert "Look at it:" in out
    assert pitledger("check", "--data", tmp_path / "demo").code == 0


def test_by_itself_it_shows_the_console_with_what_has_happened_by_now(tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "demo", "--tables", "5", "--no-browser", "--port", "0", "--data", str(tmp_path / "demo")],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    told = ""
    for line_ in process.stdout:
        told += line_
        if "admin" in line_:
            break
    visitor = Visitor(int(re.search(r"http://localhost:(\d+)/", told)[1]))
    rows = re.findall(r"^ +(\S+) +(\w+) +(\S+)$", told, re.M)[1:]
    accounts = {role: (badge, password) for badge, role, password in rows}
    try:
        assert visitor.sign_in(*accounts["accounting"]).status == 303
        floor, waits, days = (
            visitor.ask(path).document for path in ("/floor.json", "/ledger/hits.json?open=1", "/days.json")
        )
        hits = visitor.ask("/ledger/hits.json").document["hits"]
        short = visitor.ask("/findings.json?severity=money").document
        done = _validated(Visitor(visitor.port), accounts["pit"], waits["hits"][0])
        read = _read(visitor, accounts["accounting"][1])
    finally:
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate()

    assert process.returncode == 0, err
    assert set(accounts) == {"surveillance", "accounting", "compliance", "pit", "admin"}
    assert len(floor) == 10
    assert [hit["status"] for hit in waits["hits"]] == ["locked"]
    assert [hit["status"] for hit in hits if hit["kind"] == "meter"] == ["paid", "locked"]
    assert any("less than was due" in each["message"] or each["check"] == "underpaid" for each in short)
    assert [day["state"] for day in days][-1] == "closed"
    assert "It may be paid now." in done
    assert "Recorded as" in re.sub(r"<[^>]*>", "", read)
    assert "Look at it:" in out
    assert pitledger("check", "--data", tmp_path / "demo").code == 0
    replaced = pitledger("demo", "--rounds", "5", "--no-console", "--data", tmp_path / "demo")
    assert replaced.code == 0, "what people record in a demo belongs to it"


def _validated(pit: Visitor, account: tuple[str, str], hit: dict) -> str:
    """What comes of validating the award that waits, while the floor plays."""
    assert pit.sign_in(*account).status == 303
    path = f"/awards/{hit['link']}/{hit['table']}/{hit['claim_seq']}/validate"
    return signed(pit, path, previewed(pit, path), account[1]).text


def _read(accounting: Visitor, password: str) -> str:
    """What comes of entering a reading."""
    path = "/meters/HCF-L1/progressive/reading"
    return signed(accounting, path, previewed(accounting, path, amount="30000.00"), password).text


def test_live_in_a_terminal_there_is_a_board(tmp_path):
    screen = typed_into_a_terminal([*LIVE, "--data", str(tmp_path / "demo")], until="Last rounds")

    shown, _, after = screen.rpartition("\x1b[?1049l")
    last = ESCAPES.sub("", shown.split("\x1b[H")[-1])
    for heading in ("Progressive meters", "Tables", "Last rounds"):
        assert heading in last
    assert re.search(r"HCF-01 +high card flush +\d ", last)
    assert re.search(r"HCF-L1 +progressive +\$[\d,.]+", last)
    assert "Look at it:" in after
    assert pitledger("check", "--data", tmp_path / "demo").code == 0


def typed_into_a_terminal(command, until):
    """What a terminal of 80 by 40 shows up to the second picture after `until`, Ctrl-C, and the end."""
    child, terminal = pty.fork()
    if child == 0:
        os.execve(command[0], command, environment(TERM="xterm"))
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    screen, stopped = b"", False
    give_up = time.monotonic() + 60
    while time.monotonic() < give_up:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                screen += os.read(terminal, 65_536)
            except OSError:  # the other end has gone
                break
        if screen.count(until.encode()) >= 2 and not stopped:
            os.write(terminal, b"\x03")
            stopped = True
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, screen[-2000:]
    return screen.decode(errors="replace")


# --- what the board knows ---------------------------------------------------------------------------------


def test_the_board_adds_up_what_the_rounds_say():
    """Against the rounds rebuilt from the events, which is other code."""
    events = []
    days = GamingDays()
    house = Watching(
        FoldingHouse("X", days, lambda sealed: events.extend(read_header(one.value) for one in sealed))
    )
    plan = lay_out(2, 5)
    Casino(house, plan.tables(START_US, days), plan.links, Stop(4)).run()

    assert house.events == len(events)
    assert house.rounds == 20
    assert {seen.table for seen in house.last} == {each.table for each in plan.submissions}
    for seen in house.last:
        rebuilt = replay(event for event in events if event.round == seen.name)
        settled = [each for seat in rebuilt.seats.values() for each in seat.settled]
        assert seen.staked_mc == sum(each.stake_mc for each in settled)
        assert seen.returned_mc == sum(each.returned_mc for each in settled)
        assert seen.paid_mc == sum(each.paid_mc for each in settled)


def test_a_line_says_who_won():
    seen = RoundSeen(
        "HCF-01-7", "HCF-01", 1_772_449_200_000_000, "round_closed", {1, 3}, 5_000_000, 0, 2_000_000
    )

    assert line(seen) == "2026-03-02 06:00:00 EST  HCF-01-7     2 seats  staked $50.00, house +$30.00"
    seen.paid_mc, seen.award_mc = 305_000_000, 300_000_000
    assert line(seen).endswith("house -$3,000.00, award $3,000.00")
    seen.how = "round_voided"
    assert line(seen).endswith("staked $50.00, void")
