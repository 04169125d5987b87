"""The tree that grows by its edge is that of RFC 6962, whatever the steps; proofs come from tiles alone."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streams.errors import LogError
from streams.notary.tlog.proofs import TreeView, is_consistent, is_included
from streams.notary.tlog.tiles import StoredTiles, bundle, read_tile_path, tile_path, unbundle
from streams.notary.tlog.tree import (
    EMPTY_ROOT,
    TILE_WIDTH,
    GrowingTree,
    Tile,
    edge_tiles,
    leaf_hash,
    leaf_hashes,
    node_hash,
    peaks,
)
from tests.streams.notary.written_log import entry, plain_root, write_tiles

LEAVES = leaf_hashes(map(entry, range(70_000)))


class InMemory:
    """Tiles of all leaves, worked out from them each time."""

    def __init__(self, leaves):
        self.rows = [list(leaves)]
        while len(self.rows[-1]) >= TILE_WIDTH:
            row = self.rows[-1]
            self.rows.append([plain_root(row[at : at + 256]) for at in range(0, len(row) // 256 * 256, 256)])

    def hashes(self, tile):
        start = tile.number * TILE_WIDTH
        found = self.rows[tile.level][start : start + tile.width]
        assert len(found) == tile.width
        return found


ALL = InMemory(LEAVES)


def test_the_hashes_are_those_of_rfc_6962():
    assert EMPTY_ROOT.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert leaf_hash(b"").hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert leaf_hash(b"abc") == sha256(b"\x00abc").digest()
    assert node_hash(b"l" * 32, b"r" * 32) == sha256(b"\x01" + b"l" * 32 + b"r" * 32).digest()


@given(st.integers(0, 1 << 20))
def test_peaks_are_the_full_trees_of_a_row(count):
    found = peaks(count)
    assert sum(length for _, length in found) == count
    assert [start for start, _ in found] == [
        sum(length for _, length in found[:at]) for at in range(len(found))
    ]
    assert all(length & (length - 1) == 0 for _, length in found)
    assert [length for _, length in found] == sorted({length for _, length in found}, reverse=True)


@given(st.lists(st.integers(0, 700), max_size=12))
def test_a_tree_has_the_same_root_whatever_the_steps_it_grew_in(steps):
    tree, full = GrowingTree(), {}
    for step in steps:
        for tile, hashes in tree.add(LEAVES[tree.size : tree.size + step]):
            assert full.setdefault(tile, hashes) is hashes
    assert tree.size == sum(steps)
    assert tree.root() == (plain_root(LEAVES[: tree.size]) if tree.size else EMPTY_ROOT)
    assert tree.root() == TreeView(ALL, tree.size).root()
    for tile, hashes in [*full.items(), *tree.edge()]:
        assert len(hashes) == tile.width
        assert hashes == ALL.hashes(tile)
    assert sorted(tile.number for tile in full if tile.level == 0) == list(range(tree.size // 256))


def test_a_tree_goes_on_from_its_edge_over_three_levels_of_tiles():
    size = 256 * 256 + 300
    whole = GrowingTree()
    whole.add(LEAVES[:size])
    edge = [[], [], []]
    for tile, hashes in whole.edge():
        edge[tile.level] = hashes
    again = GrowingTree(size, edge)

    assert [len(row) for row in edge] == [44, 1, 1]
    assert again.root() == whole.root() == plain_root(LEAVES[:size])
    assert again.add(LEAVES[size:]) == whole.add(LEAVES[size:])
    assert again.root() == whole.root() == plain_root(LEAVES)


@given(st.data())
def test_an_entry_is_proved_by_tiles_and_by_no_other_place(data):
    size = data.draw(st.integers(1, len(LEAVES)))
    index = data.draw(st.integers(0, size - 1))
    view = TreeView(ALL, size)
    root, proof = view.root(), view.inclusion(index)

    assert view.leaf(index) == LEAVES[index]
    assert is_included(index, size, LEAVES[index], proof, root)
    assert not is_included(index, size, LEAVES[index][::-1], proof, root)
    assert not is_included((index + 1) % size, size, LEAVES[index], proof, root) or size == 1
    assert not is_included(index, size, LEAVES[index], [*proof, root], root)
    assert not proof or not is_included(index, size, LEAVES[index], proof[:-1], root)
    assert not is_included(size, size, LEAVES[index], proof, root)
    assert not is_included(-1, size, LEAVES[index], proof, root)


@given(st.data())
def test_a_beginning_is_proved_by_tiles_and_no_other_tree(data):
    size = data.draw(st.integers(1, len(LEAVES)))
    old_size = data.draw(st.integers(0, size))
    old, view = TreeView(ALL, old_size), TreeView(ALL, size)
    proof = view.consistency(old_size)

    assert is_consistent(old_size, old.root(), size, view.root(), proof)
    assert not is_consistent(old_size, old.root()[::-1], size, view.root(), proof)
    assert not is_consistent(old_size, old.root(), size, view.root(), [*proof, old.root()])
    if old_size:
        assert not is_consistent(old_size, old.root(), size, view.root()[::-1], proof)
    if proof:
        assert not is_consistent(old_size, old.root(), size, view.root(), proof[1:])
    assert not is_consistent(size + 1, old.root(), size, view.root(), proof)


@pytest.mark.parametrize("wrong", [-1, 301])
def test_a_view_has_no_entry_and_no_beginning_beyond_its_size(wrong):
    view = TreeView(ALL, 300)
    with pytest.raises(LogError, match="0 to 299"):
        view.inclusion(wrong if wrong < 0 else 300)
    with pytest.raises(LogError, match="older checkpoint first"):
        view.consistency(wrong)


# --- tiles as files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        (Tile(0, 1234067, 256), "tile/0/x001/x234/067"),  # the example of C2SP tlog-tiles
        (Tile(0, 0, 1), "tile/0/000.p/1"),
        (Tile(-1, 273, 112), "tile/entries/273.p/112"),
        (Tile(3, 1000, 256), "tile/3/x001/000"),
        (Tile(63, 999, 255), "tile/63/999.p/255"),
    ],
)
def test_the_path_of_a_tile(tile, path):
    assert tile_path(tile) == path
    assert read_tile_path(path) == tile


@given(st.integers(-1, 63), st.integers(0, 1 << 55), st.integers(1, 256))
def test_a_path_is_read_back(level, index, width):
    tile = Tile(level, index, width)
    assert read_tile_path(tile_path(tile)) == tile


@pytest.mark.parametrize(
    "path",
    [
        "tile/0/1", "tile/0/0001", "tile/00/001", "tile/64/001", "tile/0/x000/001", "tile/0/001.p/256",
        "tile/0/001.p/0", "tile/0/001.p/07", "tile/0/001.p/", "tile/0/x001", "tile/0/001/002", "0/001",
        "tile/0/001.p/1/2", "tile/-1/000", "tile/0/٠٠١", "", "tile", "tile/0", "tile/entries/x01/001",
    ],
)  # fmt: skip
def test_what_is_not_the_path_of_a_tile(path):
    assert read_tile_path(path) is None


@given(st.lists(st.binary(max_size=400), max_size=256))
def test_entries_are_read_back_from_their_bundle(entries):
    content = bundle(entries)
    assert list(unbundle(content)) == entries
    if content and content[-1:]:
        with pytest.raises(ValueError, match="within an entry"):
            list(unbundle(content[:-1] if entries[-1] else content + b"\0"))


def test_the_longest_entry_fits_a_bundle():
    longest = b"x" * 65_535
    assert list(unbundle(bundle([longest, b""]))) == [longest, b""]


@pytest.mark.parametrize("size", [1, 255, 256, 257, 65_536, 65_537, 256**3 + 256 + 1])
def test_the_edge_has_a_tile_for_each_width_of_the_standard_and_none_that_is_empty(size):
    widths = [(level, size // 256**level % 256) for level in range(5)]
    assert [(tile.level, tile.width) for tile in edge_tiles(size)] == [each for each in widths if each[1]]


def test_a_tile_that_has_grown_meanwhile_is_read_from_what_it_became(tmp_path):
    hashes = LEAVES[:256]
    for width in (3, 9, 256):
        write_tiles(tmp_path, [(Tile(0, 0, width), hashes[:width])])
    stored = StoredTiles(tmp_path)

    assert stored.hashes(Tile(0, 0, 3)) == hashes[:3]
    (tmp_path / "tile/0/000.p/3").unlink()
    assert stored.hashes(Tile(0, 0, 3)) == hashes[:3]
    (tmp_path / "tile/0/000.p/9").unlink()
    (tmp_path / "tile/0/000.p").rmdir()
    assert stored.hashes(Tile(0, 0, 3)) == hashes[:3]


@pytest.mark.parametrize("content", [b"", b"x" * 31, b"x" * 64, None])
def test_a_tile_that_is_damaged_or_gone_is_named(tmp_path, content):
    if content is not None:
        (tmp_path / "tile/0/000.p").mkdir(parents=True)
        (tmp_path / "tile/0/000.p/3").write_bytes(content)
    with pytest.raises(LogError, match=r"tile/0/000\.p/3: this tile of the audit log is damaged"):
        StoredTiles(tmp_path).hashes(Tile(0, 0, 3))


@pytest.mark.parametrize("content", [b"", b"\0\5abc", bundle([b"a"])])
def test_a_bundle_that_is_damaged_is_named(tmp_path, content):
    (tmp_path / "tile/entries/000.p").mkdir(parents=True)
    (tmp_path / "tile/entries/000.p/2").write_bytes(content)
    with pytest.raises(LogError, match=r"tile/entries/000\.p/2: this tile of the audit log is damaged"):
        StoredTiles(tmp_path).entries(0, 2)
