"""Kafka where nobody listens: every command that needs it says so in a line, with what to do."""

import subprocess
from pathlib import Path

import pytest

from tests.console.bad_calls.every_command import CHANGING, FITTING, READING, STARTING
from tests.console.bad_calls.judging import judge_message
from tests.console.calling import COMMAND, environment, pitledger

ROOT = Path(__file__).parents[3]
NOBODY = "127.0.0.1:1"
FROM_READ_MODEL = {
    *(
        "round",
        "rounds",
        "meters",
        "day",
        "ledger trial",
        "ledger postings",
        "ledger statement",
        "ledger hits",
    ),
    *("ledger liability", "ledger hold", "ledger export", "findings", "case list", "serve"),
}
"""What is read from the read model of the sinks, which is not there."""
ASKED = {"topics": "", **{name: FITTING[name] for name in (*READING, *CHANGING, *STARTING) if name != "demo"}}


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What comes of all calls at once: each waits a while for a broker that may just be starting."""
    room = tmp_path_factory.mktemp("no-broker")
    (room / "lines.jsonl").touch()
    started = {
        name: subprocess.Popen(
            [*COMMAND, *name.split(), *fitting.split(), "--kafka", NOBODY, "--data", str(room / "data")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(PYTHONPATH=str(ROOT)),
            cwd=room,
        )
        for name, fitting in ASKED.items()
    }
    found = {
        name: (process.communicate(timeout=600), process.returncode) for name, process in started.items()
    }
    return room, found


@pytest.mark.parametrize("name", ASKED)
def test_a_broker_that_does_not_answer_is_named_with_what_to_do(answers, name):
    (out, err), code = answers[1][name]

    assert "Traceback" not in err
    assert (code, out) == (2, "")
    judge_message(err, err)
    assert NOBODY in err
    assert ("pitledger worker sinks" if name in FROM_READ_MODEL else "name its HOST:PORT") in err


def test_nothing_is_left_behind(answers):
    room, _ = answers

    assert [path.name for path in room.iterdir()] == ["lines.jsonl"]


@pytest.mark.parametrize(
    "address", ["", ":9092", "host:", "host:port", "host:0", "host:99999", "host:١", "a b:1", "h:1,,"]
)
@pytest.mark.parametrize("call", ["topics", "worker router", "meters", "check", "import -", "badge list"])
def test_what_is_not_an_address_is_refused_at_once(tmp_path, call, address):
    called = pitledger(*call.split(), "--kafka", address or ",", "--data", tmp_path)

    assert (called.code, called.out) == (2, "")
    judge_message(called.err, called.err)
    assert "--kafka: " in called.err
    assert "such as 127.0.0.1:9092" in called.err
