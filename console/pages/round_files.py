"""A round written into files: which are asked for on the command line, and each whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from console.calls.arguments import new_file_name, one
from console.instances.own_files import require_different, require_not_of_an_instance
from console.instances.whole_file import write_whole
from console.pages.hand_histories import render_phh
from console.pages.told_round import ToldRound


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class RoundFiles:
    """What a round is written into."""

    html: Annotated[
        Path | None,
        one(new_file_name, "FILE", "into this page for the browser, with a scrubber (needs no net)"),
    ] = None

    pdf: Annotated[
        Path | None, one(new_file_name, "FILE", "into this report for paper and archives, as PDF")
    ] = None

    phh: Annotated[
        Path | None, one(new_file_name, "FILE", "into these hand histories (PHH), for the two hold 'em games")
    ] = None

    @property
    def asked(self) -> bool:
        """Whether there is a file to write."""
        return any((self.html, self.pdf, self.phh))

    def require_places(self, data: Path) -> None:
        """Refuse files of an instance, and one file twice, before anything is recorded or written."""
        named = (("--html", self.html), ("--pdf", self.pdf), ("--phh", self.phh))
        files = [(option, path) for option, path in named if path is not None]
        for option, path in files:
            require_not_of_an_instance(option, path, data)
        require_different(files)

    def write(self, told: ToldRound, at: int | None) -> None:
        """Write what is asked for, and say so."""
        contents: list[tuple[str, Path, bytes]] = []
        if self.html is not None:
            contents.append(("--html", self.html, _page(told, at)))
        if self.pdf is not None:
            contents.append(("--pdf", self.pdf, _report(told)))
        if self.phh is not None:
            contents.append(("--phh", self.phh, render_phh(told).encode()))
        for option, path, content in contents:  # nothing is written where one of them cannot be made
            write_whole(option, path, content)


NO_FILES = RoundFiles()


def _page(told: ToldRound, at: int | None) -> bytes:
    from console.pages.round_page import render_round  # noqa: PLC0415 - few calls need templates

    return render_round(told, at).encode()


def _report(told: ToldRound) -> bytes:
    from console.pages.round_pdf import render_pdf  # noqa: PLC0415 - typst is big

    return render_pdf(told)
