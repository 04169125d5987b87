"""No option that names a file to write leads to a file of an instance, by whatever name."""

import os
from pathlib import Path

import pytest

from tests.console.calling import pitledger

ROUND = "HCF-01-1"
FLOOR = ("floor", "--rounds", 1, "--tables", 1)
OPTIONS = {
    "round --html": ("round", ROUND, "--html"),
    "round --pdf": ("round", ROUND, "--pdf"),
    "round --phh": ("round", ROUND, "--phh"),
    "import --errors": ("import", "lines.jsonl", "--errors"),
    "floor --out": (*FLOOR, "--out"),
    "floor --planted": (*FLOOR, "--out", "new.jsonl", "--planted"),
    "audit packet --out": ("audit", "packet", ROUND, "--out"),
    "audit prove --out": ("audit", "prove", "--round", ROUND, "--out"),
    "audit export --out": ("audit", "export", "--out"),
    "ledger export --out": ("ledger", "export", "--out"),
}
"""Every option that names a file or folder to write, as the last word of a call."""
TARGETS = (
    "house/log.sqlite",
    "house/log.sqlite-wal",
    "house/log.sqlite-shm",
    "house/read.sqlite",
    "house/vault.sqlite",
    "house/demo",
    "house/audit/key.pem",
    "house/audit/record",
    "house/audit/checkpoint",
    "house/audit/mine.html",
    "hard-link",
    "hard-link-of-a-tile",
    "symlink",
    "linked/log.sqlite",
    "linked/audit/vkey",
    "other/log.sqlite",
    "other/vault.sqlite",
    "other/audit/key.pem",
)


def made(at):
    demo = ("demo", "--rounds", 6, "--tables", 2, "--game", "high_card_flush", "--json")
    for call in (demo, ("audit", "init", "--origin", "board.example/x"), ("audit", "checkpoint")):
        called = pitledger(*call, "--data", at)
        assert called.code == 0, called.err


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """Two instances with audit logs, links to files of the first, and where calls are made."""
    at = tmp_path_factory.mktemp("own-files")
    made(at / "house")
    made(at / "other")
    (at / "lines.jsonl").write_text("")
    os.link(at / "house/log.sqlite", at / "hard-link")
    tile = next(path for path in (at / "house/audit/tile").rglob("*") if path.is_file())
    os.link(tile, at / "hard-link-of-a-tile")
    (at / "symlink").symlink_to("house/log.sqlite")
    (at / "linked").symlink_to("house")
    before = Path.cwd()
    os.chdir(at)
    yield at
    os.chdir(before)


def everything(room):
    """Every file that is there, with what it holds, but for what SQLite makes and takes away."""
    return {
        str(path.relative_to(room)): path.read_bytes()
        for path in room.rglob("*")
        if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    }


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("option", OPTIONS)
def test_a_file_of_an_instance_is_no_place_to_write(room, option, target):
    before = everything(room)

    called = pitledger(*OPTIONS[option], target, "--data", "house")

    assert (called.code, called.out) == (2, "")
    said = f"{option.split()[-1]}: {target} is a file of an instance: name another file"
    assert said in called.err
    assert called.err.count("\n") == 1
    assert everything(room) == before


@pytest.mark.parametrize("option", ["round --html", "round --pdf", "import --errors", "audit packet --out"])
@pytest.mark.parametrize("target", ["house/mine", "house/audit.html"])
def test_a_users_own_file_beside_an_instance_is_written_and_written_again(room, option, target):
    for _ in range(2):
        called = pitledger(*OPTIONS[option], target, "--data", "house")
        assert called.code == 0, called.err
    (room / target).unlink()


def test_a_file_on_the_way_is_looked_at_too(room):
    (room / "page.partial").symlink_to("house/log.sqlite")
    before = everything(room)

    called = pitledger(*OPTIONS["round --html"], "page", "--data", "house")

    assert called.code == 2
    assert "page.partial is a file of an instance" in called.err
    assert everything(room) == before
    (room / "page.partial").unlink()


@pytest.mark.parametrize("second", ["twice", "./twice", "twice-linked"])
def test_one_file_for_two_options_is_refused_before_it_is_written(room, second):
    (room / "twice").write_text("mine")
    if not (room / "twice-linked").exists():
        os.link(room / "twice", room / "twice-linked")

    for call in (("round", ROUND, "--html", "twice", "--pdf", second), (*FLOOR, "--out", "twice")):
        more = ("--planted", second) if call[0] == "floor" else ()
        called = pitledger(*call, *more, "--data", "house")
        assert called.code == 2
        assert f"{Path(second)} is the file of --" in called.err
        assert "name another file" in called.err
        assert (room / "twice").read_text() == "mine"


def test_nothing_is_written_where_one_of_the_files_cannot_be_made(room):
    called = pitledger("round", ROUND, "--html", "page.html", "--phh", "hand.phh", "--data", "house")

    assert called.code == 2
    assert "--phh" in called.err
    assert not (room / "page.html").exists()


@pytest.mark.parametrize("option", OPTIONS)
def test_links_that_go_round_in_circles_are_no_place_to_write(room, option):
    for link, target in (("round", "about"), ("about", "round")):
        if not (room / link).is_symlink():
            (room / link).symlink_to(target)
    before = everything(room)

    for target in ("round", "round/file"):
        called = pitledger(*OPTIONS[option], target, "--data", "house")

        assert (called.code, called.out) == (2, "")
        said = f"{option.split()[-1]}: {target}: Too many levels of symbolic links: name another file"
        assert said in called.err
        assert called.err.count("\n") == 1
    assert (room / "round").is_symlink()
    assert everything(room) == before
