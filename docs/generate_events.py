"""Writes docs/events/: one page for each event type, and an index, from the models and the examples.

Run it with `.venv/bin/python docs/generate_events.py`; a test fails while the pages are stale. It knows the
vocabulary alone.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import events.vocabulary
from events.body import TYPES, Body
from events.validation import json_schema

HERE = Path(__file__).parent
PAGES = HERE / "events"
EXAMPLES: dict[str, Any] = json.loads((HERE / "event_examples.json").read_text(encoding="utf-8"))
ABOUT = """\
Each event is one of these facts in the envelope that `pitledger schema` describes. Sections are those of
58 Pa. Code; `x.7` stands for section 7 of whichever chapter the table plays by. Amounts are millicents
(1/1000 of a cent), rates basis points.
"""
MADE_BY = "<!-- Made by docs/generate_events.py: change the model's docstring or descriptions instead. -->\n"


def _link(schema: dict[str, Any]) -> str:
    part = schema["$ref"].rpartition("/")[2]
    return f"[{part}](#{part.lower()})"


FORMATS = {
    "date": "text (date)",
    "name": "text, 1 to 64 characters, with a letter or digit and no control character",
    "slip": "text, at most 64 characters, with no control character",
}
WORDS: dict[str, Callable[[dict[str, Any]], str]] = {
    "$ref": _link,
    "anyOf": lambda schema: " or ".join(kind(choice) for choice in schema["anyOf"]),
    "enum": lambda schema: "one of " + ", ".join(f"`{value}`" for value in schema["enum"]),
    "items": lambda schema: f"list of: {kind(schema['items'])}",
    "format": lambda schema: FORMATS[schema["format"]],
    "pattern": lambda schema: "text matching `" + schema["pattern"].replace("|", "\\|") + "`",
    "minimum": lambda schema: f"integer, {schema['minimum']} to {schema['maximum']}",
    "minLength": lambda schema: f"text, {schema['minLength']} to {schema['maxLength']} characters",
    "maxLength": lambda schema: f"text, at most {schema['maxLength']} characters",
    "type": lambda schema: {"null": "null", "boolean": "true or false"}[schema["type"]],
}
"""How a field's type is put into words: the first key that its schema has decides."""


def kind(schema: dict[str, Any]) -> str:
    """A field's type in words."""
    key = next(key for key in WORDS if key in schema)
    return WORDS[key](schema)


def fields(schema: dict[str, Any]) -> str:
    """A table of the fields of a body or a part."""
    if not schema["properties"]:
        return "It has no fields: the envelope says all.\n"
    rows = ["| field | what it is | type | absent means |", "|---|---|---|---|"]
    for name, field in schema["properties"].items():
        absent = "an error" if name in schema["required"] else f"`{json.dumps(field['default'])}`"
        rows.append(f"| `{name}` | {field['description']} | {kind(field)} | {absent} |")
    return "\n".join(rows) + "\n"


STREAMS = {
    "table": "the stream of a table (`table:NAME`)",
    "link": "the stream of a link (`link:NAME`)",
    "desk": "the stream of a desk (`desk:NAME`)",
    "meter": "the stream of a link's keeper (`meter:LINK`), which nobody else writes",
    "router": "the router's own stream (`router:NAME`), which nobody else writes",
}
"""The kinds of streams in words, in the order in which they are named."""


PROCESSORS = {"meter", "router"}
"""Streams that no recorder writes, so that no client could either."""


def streams(model: type[Body]) -> str:
    """On which streams a type may be, in words."""
    kinds = [words for name, words in STREAMS.items() if name in model.STREAMS]
    return " or ".join([*kinds, *(f"the stream `{name}`" for name in sorted(model.STREAMS - STREAMS.keys()))])


def page(name: str, model: type[Body]) -> str:
    """The page of one event type."""
    schema = {"required": [], **json_schema(model)}
    parts = [f"# `{name}`\n", MADE_BY, schema["description"] + "\n"]
    parts.append(f"Version {model.SCHEMA}. Defined in `{model.__module__}` as `{model.__name__}`.\n")
    parts.append(f"It may be on {streams(model)}; on any other stream it is refused.\n")
    if model.BY_SYSTEM and not model.STREAMS <= PROCESSORS:
        parts.append("Only the system itself records it: from a client it is taken as a copy alone.\n")
    parts.append(fields(schema))
    for part, definition in schema.get("$defs", {}).items():
        parts += [f"## {part}\n", definition["description"] + "\n", fields({"required": [], **definition})]
    for version, old in sorted(model.OLD_VERSIONS.items(), reverse=True):
        parts += [f"## Version {version}\n", f"{inspect.getdoc(old)} It is upcast on reading.\n"]
        parts.append(fields({"required": [], **json_schema(old)}))
    example = json.dumps(EXAMPLES[name], indent=2, ensure_ascii=False)
    parts += ["## Example\n", f"```json\n{example}\n```\n"]
    return "\n".join(parts)


def index() -> str:
    """The list of all event types, by theme."""
    parts = [
        "# Event types\n",
        MADE_BY,
        ABOUT,
    ]
    for theme in events.vocabulary.THEMES:
        title, _, about = (inspect.getdoc(theme) or "").partition("\n\n")
        parts += [f"## {theme.__name__.rpartition('.')[2]}\n", title + "\n", about + "\n" if about else ""]
        rows = ["| type | what happened |", "|---|---|"]
        for name, model in TYPES.items():
            if model.__module__ == theme.__name__:
                first = (inspect.getdoc(model) or "").partition("\n\n")[0].replace("\n", " ")
                rows.append(f"| [`{name}`]({name}.md) | {first} |")
        parts.append("\n".join(rows) + "\n")
    return "\n".join(part for part in parts if part)


def pages() -> dict[str, str]:
    """Every page by its file name."""
    return {"index.md": index(), **{f"{name}.md": page(name, model) for name, model in TYPES.items()}}


def main() -> int:
    """Write the pages and take away those of types that are gone."""
    PAGES.mkdir(exist_ok=True)
    wanted = pages()
    for stale in PAGES.glob("*.md"):
        if stale.name not in wanted:
            stale.unlink()
    for name, text in wanted.items():
        (PAGES / name).write_text(text, encoding="utf-8")
    print(f"{len(wanted)} pages in docs/events")
    return 0


if __name__ == "__main__":
    sys.exit(main())
