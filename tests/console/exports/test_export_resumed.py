"""An export that is cut off goes on, and is never taken for whole before it is."""

import os
import resource
import signal
import subprocess

import pytest

from console.exports.audit_bag import write_bag
from console.exports.verify_bag import Bad, read_key, verify
from console.exports.writing import CannotExport, Written
from streams.notary.proving import Prover
from tests.streams.notary.embedded_log import AuditedLog
from tests.streams.sealed_events import spread

EVENTS = spread(1_300, 3)


@pytest.fixture
def audited(tmp_path):
    """A log of five full bundles and a part of one."""
    log = AuditedLog(tmp_path)
    log.append(EVENTS)
    log.checkpoint()
    return log


class CutOff(BaseException):
    """Whoever called this is gone."""


def ledger(place):
    """A ledger that takes two files, written as the real one is."""
    partial = place.with_name("ledger.partial")
    partial.mkdir()
    (partial / "x").write_text("y")
    partial.rename(place)
    return [Written("x", 1, "a1fce4363854ff888cff4b8e7875d600c2682390412a8cf79b37d0b11148b0fa")]


def write(audited, out, stop_after=None, how=None, ledger=None):
    """Write a bag, without a ledger unless one is given; after so many tiles of entries something happens."""
    seen = 0

    def advance(_):
        nonlocal seen
        seen += 1
        if seen == stop_after:
            how()

    with Prover(audited.folder) as prover:
        last = -(-prover.checkpoint.size // 3)
        return write_bag(out, prover, [("table:T-00", last)], ledger, advance)


def cut_off():
    raise CutOff


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def require_not_whole(out, audited):
    """What was cut off is not in its place, and where it is nothing takes it for a bag."""
    partial = out.with_name(f"{out.name}.partial")
    assert not out.exists()
    assert (partial / "NOT-FINISHED.txt").is_file()
    assert not (partial / "bagit.txt").exists()
    with pytest.raises(Bad):
        verify(partial, read_key(audited.vkey.text), None)
    return partial


@pytest.mark.parametrize("stop_after", [1, 3, 6])
def test_it_goes_on_where_it_was_and_comes_to_the_same_bag(audited, tmp_path, stop_after):
    out = tmp_path / "bag"
    with pytest.raises(CutOff):
        write(audited, out, stop_after, cut_off)
    partial = require_not_whole(out, audited)
    before = {
        path.name: path.stat().st_mtime_ns for path in partial.glob("data/tile/entries/*") if path.is_file()
    }
    assert len(before) == min(stop_after, 5)
    write(audited, out)
    write(audited, tmp_path / "at-once")

    assert files(out) == files(tmp_path / "at-once")
    assert verify(out, read_key(audited.vkey.text), None)
    assert not partial.exists()
    for name, written_at in before.items():
        assert (out / "data/tile/entries" / name).stat().st_mtime_ns == written_at


def test_a_process_that_is_killed_leaves_what_another_goes_on_with(audited, tmp_path):
    out = tmp_path / "bag"
    child = os.fork()
    if not child:
        write(audited, out, 3, lambda: os.kill(os.getpid(), signal.SIGKILL))
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    require_not_whole(out, audited)
    write(audited, out)
    assert verify(out, read_key(audited.vkey.text), None)


def no_room():
    """A limit on the size of files takes the place of a full disk: the kernel refuses the same writes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_192, resource.RLIM_INFINITY))


def test_a_disk_that_is_full_keeps_what_is_written_and_says_what_to_do(audited, tmp_path):
    out = tmp_path / "bag"
    child = os.fork()
    if not child:
        try:
            write(audited, out, 2, no_room)
        except CannotExport as error:
            (tmp_path / "said").write_text(str(error))
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    said = (tmp_path / "said").read_text()
    assert "File too large" in said
    assert f"stays in {out}.partial: make room, and call the same command again" in said
    require_not_whole(out, audited)
    write(audited, out)
    assert verify(out, read_key(audited.vkey.text), None)


def test_what_is_torn_stale_or_of_another_size_is_made_again(audited, tmp_path):
    out = tmp_path / "bag"
    with pytest.raises(CutOff):
        write(audited, out, 6, cut_off, ledger)
    data = out.with_name("bag.partial") / "data"
    tile = data / "tile/entries/001"
    tile.write_bytes(tile.read_bytes()[:100])
    (data / "tile/entries/000").write_bytes(bytes(len((data / "tile/entries/000").read_bytes())))
    (data / "tile/entries/009").write_bytes(b"of another log")
    (data / "tile/entries/005.p/3").write_bytes(b"of a shorter one")
    (data / "ledger.partial").mkdir()
    (data / "ledger").mkdir()
    (data / "ledger/old").write_text("x")
    (data / "proofs").write_text("x")
    (data.parent / "manifest-sha256.txt").write_text("x")
    (data.parent / "more").symlink_to(tmp_path)
    write(audited, out, ledger=ledger)
    write(audited, tmp_path / "at-once", ledger=ledger)
    assert (out / "data/ledger/x").read_text() == "y"
    assert files(out) == files(tmp_path / "at-once")
    assert tmp_path.is_dir()


def test_a_log_that_has_grown_since_is_exported_as_it_is_now(audited, tmp_path):
    out = tmp_path / "bag"
    with pytest.raises(CutOff):
        write(audited, out, 6, cut_off)
    more = spread(1_900, 3)[1_300:]
    audited.append(more)
    audited.checkpoint()
    write(audited, out)
    assert "tree: 1,900 entries" in "\n".join(verify(out, read_key(audited.vkey.text), None))


def test_what_is_in_the_way_is_left_alone(audited, tmp_path):
    out = tmp_path / "bag"
    (tmp_path / "bag.partial").mkdir()
    (tmp_path / "bag.partial/diary").write_text("mine")
    with pytest.raises(CannotExport, match="is not an export that was cut off"):
        write(audited, out)
    assert (tmp_path / "bag.partial/diary").read_text() == "mine"
    (tmp_path / "file.partial").write_text("mine")
    with pytest.raises(CannotExport, match="is not an export that was cut off"):
        write(audited, tmp_path / "file")
    (tmp_path / "linked.partial").mkdir()
    (tmp_path / "linked.partial/NOT-FINISHED.txt").write_text("")
    (tmp_path / "linked.partial/data").symlink_to(tmp_path / "bag.partial")
    write(audited, tmp_path / "linked")
    assert (tmp_path / "bag.partial/diary").read_text() == "mine"


def test_nothing_vouches_for_a_bag_that_cannot_be_finished(audited, tmp_path):
    seen = []
    with Prover(audited.folder) as prover:
        with pytest.raises(CutOff):
            write_bag(tmp_path / "bag", prover, [], lambda _: cut_off(), lambda _: None, vouch=seen.append)
        assert seen == []
        write_bag(tmp_path / "bag", prover, [], None, lambda _: None, vouch=seen.append)
    said = subprocess.run(
        ["sha256sum", tmp_path / "bag/tagmanifest-sha256.txt"], capture_output=True, text=True, check=True
    )
    assert seen == [said.stdout.split()[0]]
