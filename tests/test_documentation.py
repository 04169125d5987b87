"""The documentation is executed: what it shows happens, what it names exists, what exists is documented.

Pages are typed as a reader would (`tests.doc_pages`); references are held against the parser, the
environment, the topics, the read model's schema and the exception families themselves.
"""

from __future__ import annotations

import re
import shlex
import sqlite3
import tomllib
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby, pairwise
from pathlib import Path
from pkgutil import walk_packages

import pytest

from console.calls.app import bind, make_app, parameters_of
from console.calls.command_table import COMMANDS, GLOBAL_OPTIONS, Command, read_call
from events.body import TYPES
from events.errors import PitledgerError
from events.topics import TOPICS
from games.errors import GamesError
from projections.records import UNREADABLE
from streams.engines.worker_log import EXIT_DEFECT, EXIT_TROUBLE
from streams.kafka.topics import topic_settings
from streams.read_model.store import ReadStore
from tests.doc_pages import ROOT, blocks, expected_of, matches, name_of, pages, type_page
from tests.faults.__main__ import scenarios

DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
PACKAGES = ("events", "games", "projections", "streams", "floor", "console")
EXECUTED = [page for page in pages() if any(block.runs for block in blocks(page))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def in_code(text: str) -> set[str]:
    """Everything that stands between single backticks."""
    return set(CODE.findall(FENCED.sub("", text)))


def sections(page: Path) -> dict[str, str]:
    """The sections of a page by their heading, without backticks."""
    parts = re.split(r"^## (.+)$", page.read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip((title.strip("`") for title in parts[1::2]), parts[2::2], strict=True))


def first_cells(text: str) -> list[str]:
    """The first cell of every row of the tables in a text, headings left out."""
    lines = text.splitlines()
    return [
        line.split(" | ")[0].removeprefix("| ")
        for line, after in pairwise([*lines, ""])
        if line.startswith("| ") and not after.startswith("|---")
    ]


# --- what it shows is what happens ------------------------------------------------------------------------


@pytest.mark.parametrize("page", EXECUTED, ids=name_of)
def test_a_reader_who_types_the_commands_sees_what_the_page_shows(page, tmp_path, request, topic_prefix):
    broker = prefix = ""
    if any("kafka" in block.words for block in blocks(page)):
        broker, prefix = request.getfixturevalue("broker").bootstrap, topic_prefix

    typed = type_page(page, tmp_path, broker, prefix)

    assert len(typed) == len(expected_of(page))
    for (block, shown), (_, failures, printed) in zip(expected_of(page), typed, strict=True):
        place = f"{name_of(page)}, line {block.line}"
        codes = [re.findall(r"\d+", failure)[0] for failure in failures]
        assert codes == ([block.word("exit")] if block.word("exit") else []), (
            f"{place}: {failures}\n{printed}"
        )
        assert not shown or matches(shown, printed), (
            f"{place} shows\n{shown}\nand this was printed:\n{printed}"
        )


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_a_reader_is_told_into_which_file_a_block_goes(page):
    """`file=NAME` behind a fence is for the test: a browser does not show it."""
    lines = page.read_text("utf-8").splitlines()
    for block in blocks(page):
        name = block.word("file")
        before = "\n".join(lines[: block.line - 1])
        assert name is None or f"`{name}`" in before, f"{page.name}: nothing says that this is {name}"


def test_a_page_that_shows_something_else_is_found():
    assert matches("a ... c\n...\nz\n", "a b c\nx\ny\nz\n")
    assert matches("...\nz\n", "z\n")
    assert not matches("a ... c\n", "a b d\n")
    assert not matches("a\n", "a\nb\n")


# --- what it names exists ---------------------------------------------------------------------------------


APP = make_app()
EVERYWHERE = {*GLOBAL_OPTIONS, "-h", "--help"}


def arguments_of(command: Command, before: tuple[str, ...] = ()) -> tuple[set[str], set[str]]:
    """The options of a command, and its other words: positions, the names of its actions and of theirs."""
    words = (*before, command.name)
    if command.actions:
        inner = [arguments_of(action, words) for action in command.actions]
        names = {action.name for action in command.actions}
        return set().union(*(options for options, _ in inner)), names.union(*(more for _, more in inner))
    names = {parameter.name for parameter in parameters_of(APP, words)}
    options = {name for name in names if name.startswith("-")}
    return options, names - options


def simple_commands(line: str) -> Iterator[list[str]]:
    """The words of each command of a line, up to the next pipe, semicolon, ampersand or redirection."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    for punctuation, words in groupby(lexer, lambda word: set(word) <= set("|;&<>()")):
        if not punctuation:
            yield list(words)


def calls() -> Iterator[tuple[str, str]]:
    """Every call of `pitledger` in a shell block, without the command's own name, and where it stands."""
    for page in pages():
        for block in blocks(page):
            for line in block.text.splitlines() if block.language == "sh" else ():
                for words in simple_commands(line):
                    names = [Path(word).name for word in words[:2]]
                    if "pitledger" in names:
                        yield (
                            f"{name_of(page)}:{block.line}",
                            shlex.join(words[names.index("pitledger") + 1 :]),
                        )


@pytest.mark.parametrize(("place", "call"), sorted(set(calls())))
def test_every_call_that_a_page_shows_can_be_parsed(place, call):
    typed = read_call(shlex.split(call))

    assert bind(typed, APP), place

    (command,) = (command for command in COMMANDS if command.name == typed.words[0])
    options, _ = arguments_of(command)
    spelt = {word.partition("=")[0] for word in (*typed.before, *typed.after) if word.startswith("--")}
    assert spelt <= options | EVERYWHERE, f"{place}: spell options out"


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_commands_and_targets_that_a_page_names_exist(page):
    text = page.read_text("utf-8")
    commands = {command.name for command in COMMANDS}
    named = {match[1] for code in in_code(text) if (match := re.match(r"pitledger ([a-z][a-z-]+)", code))}
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    made = set(re.findall(r"`make ([a-z]+)", text)) | set(re.findall(r"^make ([a-z]+)", text, re.MULTILINE))

    assert named <= commands
    assert made <= targets


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text("utf-8")), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", [*pages(), *sorted((DOCS / "rules").glob("*.md"))], ids=name_of)
def test_every_link_leads_somewhere(page):
    for target in LINK.findall(FENCED.sub("", page.read_text("utf-8"))):
        if not target.startswith(("http://", "https://")):
            path, _, anchor = target.partition("#")
            there = (page.parent / path).resolve() if path else page
            assert there.exists(), f"{target} in {name_of(page)}"
            assert not anchor or anchor in anchors(there), f"{target} in {name_of(page)}"


def test_every_page_can_be_reached_from_the_index():
    reached, todo = set(), [DOCS / "index.md"]
    while todo:
        page = todo.pop()
        if page not in reached:
            reached.add(page)
            links = (target.partition("#")[0] for target in LINK.findall(page.read_text("utf-8")))
            todo += [there for link in links if (there := (page.parent / link).resolve()).suffix == ".md"]

    assert {page for page in pages() if page.is_relative_to(DOCS)} <= reached


# --- what exists is documented ----------------------------------------------------------------------------

COMMAND_LINE = REFERENCE / "command-line.md"


def test_there_is_a_section_for_every_command_in_their_order():
    assert list(sections(COMMAND_LINE)) == [command.name for command in COMMANDS]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_argument_of_a_command_is_documented_and_no_other(command):
    options, words = arguments_of(command)

    cells = first_cells(sections(COMMAND_LINE)[command.name])
    documented = {cell.split("`")[1] for cell in cells if "`" in cell}
    if command.name == "check":
        documented = {cell for cell in documented if cell.startswith("-")}

    assert documented == (options - EVERYWHERE) | words


def test_the_options_of_every_command_are_documented():
    opening = COMMAND_LINE.read_text("utf-8").partition("\n## ")[0]

    assert in_code(opening) >= EVERYWHERE


def test_every_check_is_documented():
    folders = ("streams/read_model", "streams/sqlite", "streams/notary", "projections/checking")
    sources = [source for folder in folders for source in (ROOT / folder).glob("*.py")]
    checks = {
        check
        for source in sources
        for check in re.findall(r'[Pp]roblem\(\s*"([^"]+)"', source.read_text("utf-8"))
    }

    assert checks
    assert checks == {cell.strip("`") for cell in first_cells(sections(COMMAND_LINE)["check"])}


def variables(*files: Path, pattern: str) -> set[str]:
    """The environment variables that files speak of."""
    return {found for file in files for found in re.findall(pattern, file.read_text("utf-8"))}


def test_every_setting_is_documented_and_no_other():
    page = REFERENCE / "settings.md"
    ours = variables(
        *(file for package in PACKAGES for file in (ROOT / package).rglob("*.py")),
        pattern=r"\b(?:PITLEDGER|XDG)_[A-Z_]+\b",
    )
    of_broker = variables(ROOT / "deploy/kafka/start.sh", pattern=r"\$\{(KAFKA_[A-Z_]+)")
    of_make = variables(ROOT / "Makefile", pattern=r"\$\((?:if \$\()?([A-Z]+)\)")
    of_make &= {"NAME", "SAMPLE", "COUNT"}

    documented = {code for code in in_code(page.read_text("utf-8")) if re.fullmatch(r"[A-Z]+[A-Z_]*", code)}

    assert documented == ours | of_broker | of_make


def test_every_topic_and_its_settings_are_documented():
    text = (REFERENCE / "topics.md").read_text("utf-8")
    cells = first_cells(text)

    assert [cell.strip("`") for cell in cells[: len(TOPICS)]] == list(TOPICS)
    assert set(topic_settings(3)) <= in_code(text)
    for name, value in topic_settings(3).items():
        if name not in {"min.insync.replicas", "max.message.bytes"}:
            assert f"| `{name}` | `{value}` |" in text


def test_every_reason_for_quarantine_is_documented():
    documented = {
        cell.strip("`")
        for cell in first_cells(sections(REFERENCE / "topics.md")["What a quarantine record says"])
    }
    routing = (ROOT / "projections/routing/router.py").read_text("utf-8")
    (verdicts,) = re.findall(r"case ([^:]+):\n +return Step\(\(_quarantine\(record, judged\),\)\)", routing)
    sources = [file.read_text("utf-8") for file in (ROOT / "projections").rglob("*.py")]
    literal = {
        reason for source in sources for reason in re.findall(r'quarantine\(\s*record, "([a-z]+)"', source)
    }

    assert documented == {
        verdict.lower() for verdict in re.findall(r"Verdict\.(\w+)", verdicts)
    } | literal | {"gap", UNREADABLE}


def test_every_table_and_column_of_the_read_model_is_documented_and_no_other(tmp_path):
    ReadStore(tmp_path / "read.sqlite").close()
    with sqlite3.connect(tmp_path / "read.sqlite") as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        schema = {
            name: [column for _, column, *_ in db.execute(f'PRAGMA table_info("{name}")')] for name in names
        }
    db.close()

    documented = {
        table: [column for cell in first_cells(text) for column in CODE.findall(cell)]
        for table, text in sections(REFERENCE / "read-model.md").items()
    }

    assert {table: sorted(columns) for table, columns in documented.items()} == {
        table: sorted(columns) for table, columns in schema.items()
    }


def test_every_exit_code_is_documented():
    before_workers, _, _ = (REFERENCE / "exit-codes.md").read_text("utf-8").partition("\n## ")
    cells = first_cells(before_workers)

    assert cells == ["0", "1", "2", str(EXIT_DEFECT), str(EXIT_TROUBLE)]


def family(error: type[Exception]) -> set[str]:
    """The names of an error and everything derived from it, in our packages."""
    ours = [derived for derived in error.__subclasses__() if derived.__module__.partition(".")[0] in PACKAGES]
    return {error.__name__}.union(*map(family, ours))


def test_every_error_is_documented_and_no_other():
    for package in PACKAGES:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)
    documented = {
        name: {cell.strip("`") for cell in first_cells(text)}
        for name, text in sections(REFERENCE / "errors.md").items()
    }

    assert documented == {"PitledgerError": family(PitledgerError), "GamesError": family(GamesError)}


def test_every_event_type_is_in_the_index():
    text = (DOCS / "events/index.md").read_text("utf-8")

    assert set(re.findall(r"^\| \[`(\w+)`\]", text, re.MULTILINE)) == set(TYPES)


def test_every_fault_is_documented():
    text = sections(DOCS / "how-to/run-tests-and-faults.md")["Faults in full"]

    assert {cell.strip("`") for cell in first_cells(text)} == set(scenarios())


def test_the_glossary_holds_the_nouns_of_the_regulation_in_order():
    words = [cell.removesuffix(" †") for cell in first_cells((DOCS / "glossary.md").read_text("utf-8"))]

    assert words == sorted(words)
    assert {
        *("certificate holder", "rules submission", "paytable", "incrementation rate", "seed", "reseed"),
        *("reserve", "envy bonus", "stub", "cover card", "discard rack"),
    } <= set(words)


def test_the_changelog_knows_the_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    titles = re.findall(
        r"^## \[?(\w[\w.]*)\]?(?:: ([\d.]+))?", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )

    assert version in titles[0]
