"""A floor that is killed and started again: no fact lost, none doubled, the bytes those of a calm run."""

import hashlib
import random
import subprocess
import sys
from pathlib import Path

import pytest

from events.envelope import read_header
from events.topics import EVENTS, LINKS, METERS
from floor.casino import Casino
from floor.houses.instances import EmbeddedHouse
from floor.houses.resuming import NotThisFloor, ResumingHouse
from floor.life import Stop
from floor.plan import START_US, lay_out
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.recorder.recorder import Recorder
from tests.floor.watched import FACILITY, lucky

ROOT = Path(__file__).parents[3]
HCF = ("high_card_flush",)
SIX = "4h 5h 6h 7h 8h 9h Kc"


def go_on(data, seed=1):
    """Run the floor, or what is left of it, to its end; returns what the topics hold."""
    with Embedded(data) as embedded:
        days = GamingDays()
        plan = lay_out(seed, 3, HCF)
        at = plan.tables(START_US, days)
        for table in at:
            table.make_deck = lucky({2: SIX})
        stored = (read_header(r.value) for r in embedded.log.read(EVENTS, 0, 0, embedded.log.end(EVENTS, 0)))
        house = EmbeddedHouse(embedded, Recorder(embedded.log, FACILITY, day_of=days))
        Casino(ResumingHouse(house, stored), at, plan.links, Stop(15)).run()
        embedded.process()
        return {
            topic: hashlib.sha256(b"".join(r.value for r in embedded.log.read(topic, 0, 0))).hexdigest()
            for topic in (EVENTS, LINKS, METERS)
        }


KILLED = """
import os, random, signal, sys
from pathlib import Path
from floor import casino
from streams.sqlite.log import SqliteLog
from tests.floor.houses.test_resuming import go_on

casino.RECORDED_AT_ONCE = 100
left = int(sys.argv[2])

def counted(act, after):
    def call(*args):
        global left
        left -= 1
        if left == 0 and not after:
            os.kill(os.getpid(), signal.SIGKILL)
        done = act(*args)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return done
    return call

SqliteLog.append = counted(SqliteLog.append, after=True)
SqliteLog.commit_processed = counted(SqliteLog.commit_processed, after=False)
go_on(Path(sys.argv[1]))
"""


def test_killed_at_random_and_started_again_it_gives_the_bytes_of_a_calm_run(tmp_path):
    expected = go_on(tmp_path / "calm")
    rng, killed = random.Random(1), 0
    for _ in range(6):
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(tmp_path / "killed"), str(rng.randrange(1, 12))],
            cwd=ROOT,
            check=False,
        )
        assert done.returncode in (0, -9)
        killed += done.returncode == -9

    assert killed >= 3
    assert go_on(tmp_path / "killed") == expected


def test_a_floor_goes_on_only_in_its_own_log(tmp_path):
    go_on(tmp_path)

    with pytest.raises(NotThisFloor, match="go on with the seed"):
        go_on(tmp_path, seed=2)
