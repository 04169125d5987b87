"""The games and chapters that there are, by their files: a new one changes no test of the others."""

from pathlib import Path

import games

_ROOT = Path(games.__file__).parent
GAMES = sorted(settle.parent.name for settle in _ROOT.glob("*/settle.py"))
RULEBOOKS = sorted(file.stem for file in (_ROOT / "rulebooks").glob("*.toml"))
CHAPTERS = sorted({rulebook.partition("@")[0] for rulebook in RULEBOOKS})
