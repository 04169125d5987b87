"""What workers keep in a directory: way is made for it."""

import pytest

from streams.engines.worker_files import make_way
from streams.errors import LogError

LINK = "a link that leads nowhere"


def caches(tmp_path):
    return [
        tmp_path / "examiner-1",
        tmp_path / "examiner-1" / "v1",
        tmp_path / "examiner-1" / "v1" / "tables",
    ]


@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize("what", ["a file", LINK])
def test_way_is_made_where_a_folder_should_be(tmp_path, depth, what):
    folders = caches(tmp_path)
    for folder in folders[:depth]:
        folder.mkdir()
    if what == LINK:
        folders[depth].symlink_to("nowhere")
    else:
        folders[depth].write_text("mine")

    make_way(tmp_path, folders)
    make_way(tmp_path, folders)

    assert all(folder.is_dir() for folder in folders)
    aside = folders[depth].with_name(f"{folders[depth].name}.damaged")
    assert aside.is_symlink() if what == LINK else aside.read_text() == "mine"
    assert sorted(tmp_path.rglob("*.damaged")) == [aside]


def test_a_folder_that_is_a_link_to_another_stays(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    folders = caches(tmp_path)
    folders[0].symlink_to("elsewhere")

    make_way(tmp_path, folders)

    assert folders[0].is_symlink()
    assert (tmp_path / "elsewhere" / "v1" / "tables").is_dir()


def test_where_no_way_can_be_made_it_says_so(tmp_path):
    folders = caches(tmp_path)
    folders[0].write_text("mine")
    (tmp_path / "examiner-1.damaged").mkdir()

    with pytest.raises(LogError, match="the worker cannot keep its files here"):
        make_way(tmp_path, folders)

    assert folders[0].read_text() == "mine"
