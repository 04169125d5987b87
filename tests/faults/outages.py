"""The broker gone for 5 s and for 60 s, by turns killed and silent, while tables play and a file is imported.

Poison of every kind is in every topic all the while. Workers run as a house runs them; nobody helps.
"""

from __future__ import annotations

import json
import random
import threading
import time
import uuid
from pathlib import Path

from tests.end_to_end.poison import EXPECTED, Written, of_every_kind, write
from tests.faults.answers import READS, call, require_answer
from tests.faults.kafka import in_full
from tests.faults.supervised import Supervisor
from tests.kafka_broker import Broker
from tests.rig import NAMES, Rig
from tests.traffic import traffic

LENGTHS_S = (5, 60)
NOTES = 40
"""Lines of the file that is imported during an outage."""
LOG_BYTES_A_TURN = 200_000
"""What a worker may write in an outage and the way back; a client alone would say ten megabytes."""


def outages(rig: Rig, broker: Broker, count: int, seed: int, lengths: tuple[float, ...] = LENGTHS_S) -> int:
    """Returns how many outages there were."""
    rng, notes = random.Random(seed), []
    rig.feed(list(traffic(200, tables=3, links=2)))
    with Supervisor(rig) as workers:
        rig.wait()
        written = write(rig, list(of_every_kind(rig, "table:HCF-01", "L1")))
        for turn in range(count):
            for seconds in lengths:
                name = f"T{turn}-{int(seconds)}"
                notes.append(name)
                _outage(rig, broker, seconds, name, rng)
                rig.wait(expected=EXPECTED)
                print(f"  {name}: over, workers left so far: {dict(workers.codes)}", flush=True)
        workers.require_good_ends()
        _require_all_named(rig, written)
        _require_notes_once(rig, notes)
        for name in NAMES:
            size = workers.log(name).stat().st_size
            assert size <= LOG_BYTES_A_TURN * count * len(lengths), f"{name} wrote {size} bytes"
    return count * len(lengths)


def _outage(rig: Rig, broker: Broker, seconds: float, name: str, rng: random.Random) -> None:
    """One outage under load; every command, or some of them in a short one, is asked meanwhile."""
    events = list(traffic(200, tables=3, links=2, floor=f"{name}-"))
    feeder = rig.feed_slowly(events, seconds + 4)
    importer = threading.Thread(target=_import_until_done, args=(rig, _notes(rig.directory, name)))
    importer.start()
    time.sleep(rng.uniform(0.5, 2))
    silent = rng.random() < 0.5
    broker.pause() if silent else broker.kill()
    back_at = time.monotonic() + seconds
    asked = rng.sample(READS, 2 if seconds < 30 else len(READS))
    askers = [threading.Thread(target=_ask, args=(rig, words)) for words in asked]
    try:
        for asker in askers[: len(askers) // 2]:
            asker.start()
        time.sleep(max(0, back_at - time.monotonic() - seconds / 2))
        for asker in askers[len(askers) // 2 :]:
            asker.start()
        time.sleep(max(0, back_at - time.monotonic()))
    finally:
        broker.resume() if silent else broker.restart()
    for thread in (feeder, importer, *askers):
        thread.join()
    assert not _failures, _failures.pop()
    assert not rig.missing(events), f"{name}: not all that was fed is in the log"


_failures: list[str] = []
"""What a thread found; the scenario ends with it."""


def _ask(rig: Rig, words: tuple[str, ...]) -> None:
    try:
        require_answer(call(rig, *words))
    except Exception as error:  # noqa: BLE001 - whoever joins this thread raises it
        _failures.append(repr(error))


def _notes(directory: Path, name: str) -> Path:
    file = directory / f"{name}.jsonl"
    file.write_text("".join(json.dumps(note(f"{name} line {number}")) + "\n" for number in range(NOTES)))
    return file


def note(text: str) -> dict[str, object]:
    """A note of a desk as a line to import."""
    return {
        "stream": f"desk:{text.partition(' ')[0]}",
        "type": "note_recorded",
        "schema": 1,
        "mode": "live",
        "occurred_at": "2023-11-14T22:00:00Z",
        "actor": "P-1",
        "body": {"subject": uuid.uuid4().hex, "text": text},
    }


def _import_until_done(rig: Rig, file: Path) -> None:
    """As a person would: the same file again until it is through."""
    try:
        for _ in range(20):
            answer = call(rig, "import", file)
            if answer.code == 0:
                return
            assert answer.code == 2, answer
            assert "Traceback" not in answer.err, answer
        _failures.append(f"{file} is not through: {answer}")
    except Exception as error:  # noqa: BLE001 - whoever joins this thread raises it
        _failures.append(repr(error))


def _require_all_named(rig: Rig, written: list[Written]) -> None:
    """`check` names each poison record once, and nothing else."""
    answer = call(rig, "check", "--json")
    problems = json.loads(answer.out)["problems"]
    named = sorted(problem["place"].partition(" (")[0] for problem in problems)
    assert named == sorted(f"{each.topic} {each.partition}:{offset}" for each, offset in written), named


def _require_notes_once(rig: Rig, names: list[str]) -> None:
    """Every line of every file is recorded, and none twice."""
    lines = [json.loads(line) for line in call(rig, "export-events").out.splitlines()]
    recorded = sorted(line["body"]["text"] for line in lines if line["type"] == "note_recorded")
    assert recorded == sorted(f"{name} line {number}" for name in names for number in range(NOTES))


RUNS = {"kafka-outages": in_full("kafka-outages", outages, 10)}
