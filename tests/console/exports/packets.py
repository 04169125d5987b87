"""Packets of hands, unpacked, for tests: checked by their own script, cut down, and listed again."""

from __future__ import annotations

import json
import shutil
import subprocess
from hashlib import sha256

from events.envelope import read_header


class Packet:
    """A packet, unpacked."""

    def __init__(self, folder, vkey):
        self.folder = folder
        self.vkey = vkey

    def check(self, vkey=None, shell="sh"):
        """What verify.sh says, called from elsewhere."""
        return subprocess.run(
            [shell, f"{self.folder}/verify.sh", vkey or self.vkey],
            cwd=self.folder.parent,
            capture_output=True,
            text=True,
            check=False,
        )

    def refusal(self):
        """Why it is refused, which it must be."""
        done = self.check()
        assert done.returncode == 1, done.stdout + done.stderr
        return done.stdout.splitlines()[-1]

    def list_again(self):
        """Make SHA256SUMS as it would be for what is here."""
        names = sorted(
            path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file()
        )
        names.remove("SHA256SUMS")
        lines = (f"{sha256((self.folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names)
        (self.folder / "SHA256SUMS").write_text("".join(lines))

    def copy(self, place, *kept):
        """A packet of some of its entries."""
        shutil.copytree(self.folder, place)
        other = Packet(place, self.vkey)
        for path in (place / "entries").iterdir():
            if kept and path.stem not in kept:
                path.unlink()
        if len(kept) == 1:  # no opening, which names the rulebook
            (place / "rulebook.toml").unlink()
        other.list_again()
        return other

    @property
    def events(self):
        """Its events by the stem of their file."""
        return {
            path.stem: read_header(path.read_bytes()) for path in sorted(self.folder.glob("entries/*.event"))
        }

    def part(self, name):
        """The streams and numbers of the entries that are there for one reason."""
        lines = map(json.loads, (self.folder / "events.jsonl").read_text("utf-8").splitlines())
        return [(line["event"]["stream"], line["event"]["seq"]) for line in lines if line["part"] == name]
