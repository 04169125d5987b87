"""A round written into files: which are asked for on the command line, and each whole or not at all."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from console.arguments import new_file_name, one
from console.output import print_message
from console.pages.hand_histories import render_phh
from console.pages.told_round import ToldRound
from console.wrong_call import WrongCall


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

    def write(self, told: ToldRound, at: int | None) -> None:
        """Write what is asked for, and say so."""
        if self.html is not None:
            _write("--html", self.html, _page(told, at))
        if self.pdf is not None:
            _write("--pdf", self.pdf, _report(told))
        if self.phh is not None:
            _write("--phh", self.phh, render_phh(told).encode())


NO_FILES = RoundFiles()


def _page(told: ToldRound, at: int | None) -> bytes:
    from console.pages.round_page import render_round  # noqa: PLC0415 - few calls need templates

    return render_round(told, at).encode()


def _report(told: ToldRound) -> bytes:
    from console.pages.round_pdf import render_pdf  # noqa: PLC0415 - typst is big

    return render_pdf(told)


def _write(option: str, path: Path, content: bytes) -> None:
    """The file takes its place when it is whole: what was there before stays until then."""
    if not path.name:
        raise WrongCall(f"{option} {path}: this is a folder. Name a file in it.")
    partial = path.with_name(f"{path.name}.partial")
    try:
        partial.write_bytes(content)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        why = os.strerror(error.errno) if error.errno else str(error)
        raise WrongCall(f"{option} {path}: it cannot be written ({why}). Name another file.") from error
    print_message(f"{path}: {len(content):,} bytes.")
