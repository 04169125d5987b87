"""The map of the folders says what the imports say."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAP = runpy.run_path(str(ROOT / "docs/generate_map.py"))


def test_the_map_in_the_architecture_page_is_fresh():
    text = MAP["PAGE"].read_text(encoding="utf-8")

    assert MAP["page"](text) == text, "stale: run .venv/bin/python docs/generate_map.py"


def test_an_arrow_that_other_arrows_imply_is_left_out():
    edges = {"a": {"b", "c"}, "b": {"c"}, "c": set()}

    assert MAP["without_implied"](edges) == {"a": {"b"}, "b": {"c"}, "c": set()}


def test_folders_that_import_nothing_of_ours_have_no_arrow():
    edges = MAP["imports"]()

    assert edges["events"] == set()
    assert "projections.keeping" in edges["projections.ledger"]
