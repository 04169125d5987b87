"""What is written takes the place of a file and of nothing else: pipes and devices stay, links lead on."""

import os
import stat
from threading import Thread

import pytest

from tests.console.calling import pitledger

ROUND = "HCF-01-1"
FLOOR = ("floor", "--tables", 1, "--rounds", 30, "--game", "high_card_flush", "--mistakes", "0.5")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = tmp_path_factory.mktemp("whole") / "house"
    demo = ("demo", "--rounds", 3, "--tables", 1, "--game", "high_card_flush", "--json", "--data", house)
    assert pitledger(*demo).code == 0
    return house


CALLS = {
    "round --html": lambda house: ("round", ROUND, "--data", house, "--html"),
    "round --pdf": lambda house: ("round", ROUND, "--data", house, "--pdf"),
    "floor --planted": lambda house: (*FLOOR, "--data", house.parent / "floor", "--planted"),
}


@pytest.mark.parametrize("option", CALLS)
def test_a_pipe_is_written_to_and_stays_one(option, house, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    called = pitledger(*CALLS[option](house), pipe)
    assert called.code == 0, called.err
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    reader.join(10)
    assert len(read[0]) > 100


@pytest.mark.parametrize("option", CALLS)
def test_a_link_leads_on_to_the_file_that_was_replaced(option, house, tmp_path):
    real = tmp_path / "elsewhere" / "kept"
    real.parent.mkdir()
    real.write_text("of yesterday")
    link = tmp_path / "link"
    link.symlink_to(real)
    called = pitledger(*CALLS[option](house), link)
    assert called.code == 0, called.err
    assert link.is_symlink()
    assert len(real.read_bytes()) > 100
    assert sorted(path.name for path in real.parent.iterdir()) == ["kept"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may make a device")
def test_a_device_without_room_is_refused_and_stays_one(house, tmp_path):
    full = tmp_path / "full"
    os.mknod(full, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
    called = pitledger("round", ROUND, "--data", house, "--html", full)
    assert called.code == 2
    assert "No space left on device" in called.err
    assert stat.S_ISCHR(full.stat().st_mode)
