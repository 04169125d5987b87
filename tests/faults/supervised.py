"""Workers as a house runs them: `pitledger worker NAME` under a supervisor that starts it again."""

from __future__ import annotations

import subprocess
import threading
from collections import Counter
from pathlib import Path
from typing import Self

from tests.console.calling import environment
from tests.faults.answers import COMMAND
from tests.rig import NAMES, Rig

PAUSE_S = 1.0
"""As long as a supervisor waits before it starts a worker again."""
MAY_LEAVE_WITH = frozenset({2, 75})
"""The brokers did not answer when it started, or stopped answering later; docs/reference/exit-codes.md."""


class Supervisor:
    """One worker of each application; `codes` counts how they left."""

    def __init__(self, rig: Rig) -> None:
        self.codes: Counter[tuple[str, int]] = Counter()
        self._rig = rig
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._keep, args=(name,), name=name) for name in NAMES]

    def log(self, name: str) -> Path:
        """What a worker has written, over all of its lives."""
        return self._data(name) / f"{name}.log"

    def require_good_ends(self) -> None:
        """No worker was ended by a signal, a defect or Faust."""
        bad = {left: count for left, count in self.codes.items() if left[1] not in MAY_LEAVE_WITH}
        assert not bad, f"workers left with {bad}:\n{self.logs()}"

    def logs(self) -> str:
        """The ends of what workers wrote."""
        return "\n".join(f"--- {name}\n{self.log(name).read_text()[-3000:]}" for name in NAMES)

    def _data(self, name: str) -> Path:
        return self._rig.directory / name

    def _keep(self, name: str) -> None:
        data = self._data(name)
        data.mkdir(parents=True, exist_ok=True)
        command = [*COMMAND, "worker", name, "--kafka", self._rig.bootstrap, "--data", str(data)]
        variables = environment(PITLEDGER_KAFKA_PREFIX=self._rig.prefix)
        with self.log(name).open("ab") as out:
            while not self._ended.is_set():
                worker = subprocess.Popen(command, stdout=out, stderr=out, env=variables)
                while worker.poll() is None and not self._ended.wait(0.2):
                    pass
                if worker.poll() is None:
                    worker.kill()
                    worker.wait()
                    return
                self.codes[name, worker.returncode] += 1
                self._ended.wait(PAUSE_S)

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()
