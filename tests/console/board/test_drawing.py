"""The board has room for every meter and table, or says how many it hides."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from console.board.drawing import board, room_for
from console.board.watching import Watching
from console.instances.instance import open_embedded
from console.recording.recorders import new_recorder
from floor.casino import Casino
from floor.houses.instances import EmbeddedHouse
from floor.life import Stop
from floor.plan import START_US, lay_out
from streams.clock import GamingDays
from streams.read_model.queries.meters import link_meters
from streams.vault.file import VAULT_FILE
from streams.vault.vault import Vault

MINUTE_US = 60_000_000


@given(lines=st.integers(0, 80), meters=st.integers(0, 30), tables=st.integers(1, 60))
def test_what_is_shown_and_what_says_how_much_is_not_fill_no_more_than_the_terminal(lines, meters, tables):
    room = room_for(lines, meters, tables)
    hidden = (room.meters < meters) + (room.tables < tables)
    used = 4 + room.meters + room.tables + hidden + (2 + room.rounds if room.rounds else 0)

    assert used <= max(lines, 4 + hidden)
    if meters + tables + 4 <= lines:
        assert (room.meters, room.tables) == (meters, tables)
    elif lines > 4 + 2:
        assert used >= lines - 1


@pytest.fixture(scope="module", params=[10, 30])
def floor(request, tmp_path_factory):
    """A floor of so many tables that has played for some minutes."""
    days = GamingDays()
    plan = lay_out(1, request.param)
    data = tmp_path_factory.mktemp("board")
    with open_embedded(data) as embedded, Vault(data / VAULT_FILE) as vault:
        watching = Watching(EmbeddedHouse(embedded, new_recorder(embedded.log, "DEMO", days, vault)))
        casino = Casino(watching, plan.tables(START_US, days), plan.links, Stop(), registered=True)
        casino.advance(START_US + 20 * MINUTE_US)
        embedded.process()
        yield casino, watching, link_meters(embedded.store)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (140, 45), (80, 16), (100, 10)])
def test_all_tables_and_meters_are_on_the_board_or_counted(floor, width, height):
    casino, watching, links = floor
    screen = Console(file=io.StringIO(), width=width, height=height, color_system=None)
    screen.print(board(casino, watching, links, width, height))
    lines = screen.file.getvalue().rstrip("\n").split("\n")
    text = "\n".join(lines)

    assert max(map(len, lines)) <= width
    assert len(lines) <= height
    for what, everything in (
        ("table", [table.name for table in casino.tables]),
        ("meter", [f"{link.link.link} .*{meter.meter}" for link in links for meter in link.meters]),
    ):
        shown = sum(re.search(rf"^{name} ", text, re.MULTILINE) is not None for name in everything)
        counted = re.search(rf"^and (\d+) more {what}s?,", text, re.MULTILINE)
        assert shown + (int(counted[1]) if counted else 0) == len(everything)
    if (width, height) == (80, 24) and len(casino.tables) == 10:
        assert "more" not in text
    assert re.match(r"Pitledger  2026-03-02 06:\d\d:\d\d EST ", text)
    if width == 140:
        assert "…" not in text, "nothing is cut where there is room"
    assert "a round in full: " in text, "whether or not rounds are listed above"
