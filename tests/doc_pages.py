"""Pages of the documentation: their fenced blocks, and what happens when a reader types them.

A block marked `sh run` is typed into one shell for the whole page, in a directory with nothing but `.venv`
and `tests`; `exit=1` says that a command of it answers so, `kafka` that it needs a broker. A block marked
`file=NAME` is put into that file when its turn comes. A block marked `text` shows what the block before it
printed; `...` in it stands for anything, and alone on a line for any lines.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tests.console.calling import environment

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRESS = re.compile(r"^[a-z -]+: [\d,]+ [a-z]+, \d+ %$")
ON_ERROR = (
    r"""trap 'code=$?; printf "\n@@failed %s: %s\n" $code "$BASH_COMMAND"; [[ $code == $due ]] || exit' ERR"""
)
"""Mark a command that failed; leave if its block does not say that it will."""
LOCAL_BROKER = "127.0.0.1:9092"
WITNESS_PORT = "8731"
"""Another one is free for sure."""
LIMIT_S = 900
"""Only a page that hangs should ever meet this."""


class Block(NamedTuple):
    """One fenced block: its language, the words behind it, and the line that it starts on."""

    language: str
    words: tuple[str, ...]
    text: str
    line: int

    @property
    def runs(self) -> bool:
        """Whether a reader types it."""
        return "run" in self.words

    def word(self, name: str) -> str | None:
        """The value of a word like `file=round.json`."""
        return next((word.partition("=")[2] for word in self.words if word.startswith(f"{name}=")), None)


class Typed(NamedTuple):
    """What a block did: the commands in it that failed, and all that was printed."""

    block: Block
    failures: list[str]
    printed: str


def pages() -> list[Path]:
    """Every page that people wrote; those of event types are generated."""
    top = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    docs = [page for page in (ROOT / "docs").rglob("*.md") if page.parent.name not in {"events", "rules"}]
    return [*top, *sorted(docs), ROOT / "games/README.md", ROOT / "deploy/kafka/README.md"]


def name_of(page: Path) -> str:
    """The page's path in the repository, for test ids and messages."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page."""
    text = page.read_text("utf-8")
    return [
        Block(match[1], tuple(match[2].split()), match[3], text.count("\n", 0, match.start()) + 1)
        for match in FENCE.finditer(text)
    ]


def expected_of(page: Path) -> list[tuple[Block, str]]:
    """Every block that runs, with the text that the page says it prints (empty: it does not say)."""
    found = blocks(page)
    return [
        (block, after.text if after is not None and after.language == "text" else "")
        for block, after in zip(found, [*found[1:], None], strict=True)
        if block.runs
    ]


def type_page(page: Path, directory: Path, broker: str = "", prefix: str = "") -> list[Typed]:
    """Type all blocks of a page that run, in order, into one shell; `broker` stands in for a local one."""
    for name in (".venv", "tests", "docs"):
        (directory / name).symlink_to(ROOT / name)
    script, out = directory / "typed.sh", directory / "typed.out"
    typed = _script(page).replace(LOCAL_BROKER, broker or LOCAL_BROKER)
    script.write_text(typed.replace(WITNESS_PORT, str(_free_port())))
    variables = environment(PYTHONUNBUFFERED="1", **({"PITLEDGER_KAFKA_PREFIX": prefix} if prefix else {}))
    with out.open("wb") as printed:
        shell = subprocess.Popen(
            ["bash", script.name],
            cwd=directory,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            shell.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{name_of(page)} hangs after:\n{out.read_text()[-3000:]}") from None
        finally:
            # Workers that the page started run on until their terminal is closed.
            with suppress(ProcessLookupError):
                os.killpg(shell.pid, signal.SIGKILL)
            shell.wait()
    return list(_typed(page, out.read_text(errors="replace")))


def matches(shown: str, printed: str) -> bool:
    """Whether a page's text describes what was printed."""
    pattern = ""
    for line in shown.strip("\n").split("\n"):
        if line == "...":
            pattern += r"(?:[^\n]*\n)*"
        else:
            pattern += ".*".join(map(re.escape, line.rstrip().split("..."))) + r"[ ]*\n"
    return re.fullmatch(pattern, printed.strip("\n") + "\n") is not None


def _script(page: Path) -> str:
    lines = ["set -o pipefail", ON_ERROR]
    for number, block in enumerate(blocks(page)):
        if block.runs:
            typed = re.sub(r"^make (\w+)$", lambda match: made_by(match[1]), block.text, flags=re.MULTILINE)
            due = f"due={block.word('exit') or 0}"
            lines += [
                due,
                f"printf '\\n@@begin {number}\\n'",
                typed.rstrip(),
                f"printf '\\n@@end {number}\\n'",
            ]
        elif (name := block.word("file")) is not None:
            lines.append(f"cat > {name} <<'@@text'\n{block.text}@@text")
    return "\n".join(lines) + "\n"


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def made_by(target: str) -> str:
    """The last command of a make target: what it is for once everything is installed."""
    done = subprocess.run(
        ["make", "--no-print-directory", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip().splitlines()[-1]


def _typed(page: Path, out: str) -> list[Typed]:
    found = []
    for number, block in enumerate(blocks(page)):
        if not block.runs:
            continue
        match = re.search(rf"^@@begin {number}\n(.*?)^@@end {number}$", out, re.MULTILINE | re.DOTALL)
        text = match[1] if match else f"\n@@failed: the shell did not come to the end of it\n{out[-3000:]}"
        failures = re.findall(r"^@@failed.*$", text, re.MULTILINE)
        printed = re.sub(r"\n@@failed[^\n]*\n", "", text)
        text = "\n".join(line for line in printed.split("\n") if not PROGRESS.match(line))
        found.append(Typed(block, failures, text))
    return found
