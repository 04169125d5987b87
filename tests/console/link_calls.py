"""What tests of `pitledger link` call it with, and what they read afterwards."""

from tests.console.calling import pitledger

TWO = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "as filed")
HCF = ("--rulebook", "678a@2019-11-02", "--paytable", "A", "--unit", "5.00")


def exported(tmp_path, stream):
    """The events of a stream, as text."""
    return pitledger("export-events", "--stream", stream, "--data", tmp_path).out
