"""The audit log in the browser: what is signed, and an event that an outsider proves without us."""

from __future__ import annotations

import re
import subprocess
import tarfile
import time
from hashlib import sha256
from html import unescape

import pytest

from console.instances.demo_audit import begin_demo_audit_log
from console.instances.demo_instance import open_fresh
from events.vocabulary.badges import REGISTER
from streams.errors import LogError
from streams.notary.folder import AUDIT_FOLDER
from streams.notary.keys import read_vkey
from streams.notary.proving import Prover
from tests.console.calling import pitledger
from tests.console.web.conftest import Console, disputed_floor, give_accounts, give_badges, serving

PROVED = "/audit/prove{}?stream=table:T1&seq={}"


@pytest.fixture
def compliance(console: Console):
    return console.signed_in("compliance")


@pytest.fixture(scope="module")
def unsigned(tmp_path_factory):
    """A console of an instance without an audit log."""
    data = disputed_floor(tmp_path_factory.mktemp("unsigned") / "house")
    give_badges(data)
    give_accounts(data)
    yield from serving(data, "unsigned")


def test_what_is_signed_is_what_the_command_signed(console: Console, compliance):
    told = pitledger("audit", "checkpoint", "--json", "--data", console.data).document

    answered = compliance.ask("/audit.json").document

    assert {name: answered[name] for name in told} == told
    assert answered["records_since"] == 0
    assert told["root"] in unescape(compliance.ask("/audit").text)


def test_without_an_audit_log_pages_say_how_one_is_begun_and_then_what_it_lacks(unsigned):
    visitor = unsigned.signed_in("compliance")
    for path in ("/audit", PROVED.format("", 1)):
        assert "There is no audit log yet" in visitor.ask(path).text
        assert "pitledger audit init" in visitor.ask(path).text
    assert visitor.ask("/audit.json").document == {"begun": False, "checkpoint": None}

    assert pitledger("audit", "init", "--data", unsigned.data).code == 0
    assert "nothing is signed yet" in visitor.ask("/audit").text
    assert pitledger("audit", "checkpoint", "--data", unsigned.data).code == 0
    args = ("--department", "pit", "--rank", "dealer", "--reason", "x")
    sign = ("--sign", "S-9:surveillance", "--sign", "A-9:accounting")
    assert pitledger("badge", "issue", "D-77", *args, *sign, "--data", unsigned.data).code == 0

    assert "1 record came since" in visitor.ask("/audit").text
    assert "after the last checkpoint" in visitor.ask(f"/audit/prove?stream={REGISTER}&seq=6").text


@pytest.mark.parametrize("seq", [1, 2, 40, 95])
def test_an_outsider_proves_an_event_with_a_shell_and_openssl(console: Console, compliance, tmp_path, seq):
    shown = compliance.ask(PROVED.format("", seq)).text
    assert "● included" in re.sub(r"<[^>]+>", "", shown)
    for ending in (".tlog-proof", ".event"):
        got = compliance.ask(PROVED.format(ending, seq))
        name = re.search(r'filename="([^"]+)"', got.headers["content-disposition"])[1]
        (tmp_path / name).write_bytes(got.content)
    lines = [
        unescape(each) for each in re.findall(r'aria-label="Lines for \w+">(.*?)</pre>', shown, re.DOTALL)
    ]
    assert len(lines) == 2

    typed = subprocess.run(
        ["sh", "-eu", "-c", "\n".join(lines)], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert (typed.returncode, typed.stderr) == (0, "")
    assert "Signature Verified Successfully" in typed.stdout
    assert typed.stdout.endswith("included\n")
    event = next(tmp_path.glob("*.event"))
    assert sha256(event.read_bytes()).hexdigest() in typed.stdout
    event.write_bytes(event.read_bytes()[:-1] + b"\x00")
    forged = subprocess.run(
        ["sh", "-u", "-c", "\n".join(lines)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "included" not in forged.stdout


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("", "Name the stream and the number"),
        ("?stream=table:T1&seq=9999", "nothing can be proved of it"),
        ("?stream=table:NO&seq=1", "nothing can be proved of it"),
    ],
)
def test_what_cannot_be_proved_says_why(compliance, asked, words):
    assert words in unescape(compliance.ask(f"/audit/prove{asked}").text)
    assert compliance.ask(f"/audit/prove.tlog-proof{asked}").status == 404


# --- the audit log of a demo ------------------------------------------------------------------------------


def test_a_demo_replaces_its_own_audit_log_and_no_other(tmp_path):
    data = tmp_path / "demo"
    for _ in range(2):
        with open_fresh(data) as embedded:
            assert not (data / AUDIT_FOLDER).exists()
            begin_demo_audit_log(data, "DEMO")
            assert embedded is not None
    with Prover(data / AUDIT_FOLDER) as prover:
        assert prover.checkpoint.origin == "pitledger/DEMO"

    (data / AUDIT_FOLDER / "demo").write_text("mine\n")
    kept = read_vkey(data / AUDIT_FOLDER)
    with pytest.raises(LogError, match="somebody relies on it"):
        open_fresh(data)
    assert read_vkey(data / AUDIT_FOLDER) == kept


# --- checkpoints and exports ------------------------------------------------------------------------------


def press(visitor, path, **fields):
    return visitor.ask(path, {"token": visitor.token("/audit"), **fields})


def until_done(visitor, place, seconds=60.0):
    """What an export says once it no longer runs."""
    give_up = time.monotonic() + seconds
    while (found := visitor.ask(f"{place}.json").document)["state"] == "running":
        assert time.monotonic() < give_up, found
        time.sleep(0.2)
    return found


def test_a_checkpoint_is_signed_at_the_press_of_a_button(unsigned):
    visitor = unsigned.signed_in("compliance")
    pitledger("audit", "init", "--data", unsigned.data)

    assert press(visitor, "/audit/checkpoint").headers["location"] == "/audit"
    unsigned.site.jobs.wait(30)

    assert visitor.ask("/audit.json").document["records_since"] == 0
    assert "no checkpoint covers" in visitor.ask("/audit").text


def test_an_export_is_made_checked_taken_along_and_good_for_whoever_unpacks_it(unsigned, tmp_path):
    visitor = unsigned.signed_in("compliance")
    pitledger("audit", "init", "--data", unsigned.data)
    begun = press(visitor, "/audit/exports/begin", tables="T1", **{"from": "2026-03-02", "to": "2026-03-02"})
    place = begun.headers["location"]
    assert visitor.ask(f"{place}.tar").status == 404, "there is nothing to take along yet"
    assert press(visitor, "/audit/exports/begin").status == 400, "there is one notary"

    found = until_done(visitor, place)

    assert (found["state"], found["percent"]) == ("good", 100)
    assert found["of"] == "2026-03-02 to 2026-03-02, tables T1"
    assert "PART: " in visitor.ask(place).text
    (tmp_path / "bag.tar").write_bytes(visitor.ask(f"{place}.tar").content)
    with tarfile.open(tmp_path / "bag.tar") as archive:
        archive.extractall(tmp_path, filter="data")
    bag = tmp_path / place.rpartition("/")[2]
    key = read_vkey(unsigned.data / AUDIT_FOLDER).text
    assert pitledger("audit", "verify", bag, "--key", key).code == 0
    assert (tmp_path / f"{bag.name}.dsse.json").is_file()
    (bag / "data" / "checkpoint").write_text("x")
    assert pitledger("audit", "verify", bag, "--key", key).code == 1


def test_an_export_that_was_cut_off_says_so_and_goes_on(unsigned):
    visitor, jobs = unsigned.signed_in("compliance"), unsigned.site.jobs
    pitledger("audit", "init", "--data", unsigned.data)
    jobs.wait(60)
    place = press(visitor, "/audit/exports/begin").headers["location"]
    jobs._running[1].kill()
    jobs._running[1].join()

    assert "cut off: it goes on where it was" in visitor.ask(place).text
    press(visitor, f"{place}/go-on", export=place.rpartition("/")[2])

    assert until_done(visitor, place)["state"] == "good"
    assert press(visitor, f"{place}/go-on", export=place.rpartition("/")[2]).status == 400


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"from": "2026-03-03", "to": "2026-03-02"}, "is after to"),
        ({"from": "soon"}, "is not a day"),
        ({"tables": "T1,,T2"}, "is not a list of tables"),
    ],
)
def test_what_cannot_be_exported_is_said(compliance, fields, words):
    answered = press(compliance, "/audit/exports/begin", **fields)

    assert answered.status == 400
    assert words in unescape(answered.text)
    assert compliance.ask("/audit/exports/../../accounts.json").status == 404
    assert compliance.ask("/audit/exports/%2e%2e").status == 404
