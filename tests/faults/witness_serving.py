"""The witness that is killed: serves a folder at any free port, and tells the port in a file.

`witness_kills` runs it; it is what `pitledger audit witness` runs, without the command line.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from streams.notary.witness.cosigning import Witness
from streams.notary.witness.memory import WitnessFolder
from streams.notary.witness.service import WitnessServer
from tests.streams.notary.written_log import VKEY

NAME = "board.example/w1"


def serve(folder: Path, told: Path) -> None:
    """Serve until killed."""
    kept = WitnessFolder(folder, None if (folder / "vkey").is_file() else NAME, None)
    kept.learn([VKEY])
    witness = Witness(kept, lambda: int(time.time()), lambda _: None)
    server = WitnessServer("127.0.0.1", 0, witness.answer, lambda _: None)
    new = told.with_name(told.name + ".new")
    new.write_text(server.url)
    new.replace(told)
    server.serve_forever()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), Path(sys.argv[2]))
