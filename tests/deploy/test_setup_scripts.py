"""Setting up: nothing is fetched twice, and where something cannot be installed the exact command is said."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ROOT / "deploy" / "packages.sh"


@pytest.fixture
def bare_path(tmp_path):
    """A PATH as on a machine without Python, Java, Maven, strace, hledger, Chromium, sudo and apt-get."""
    for tool in ("bash", "env", "dirname", "cmp"):
        (tmp_path / tool).symlink_to(shutil.which(tool))
    return tmp_path


def run(*command, path):
    return subprocess.run(command, env={"PATH": str(path)}, capture_output=True, text=True, check=False)


def test_what_cannot_be_installed_is_named_with_the_command_to_type(bare_path):
    done = run(PACKAGES, "python", "java", "strace", "hledger", "chromium", path=bare_path)
    assert done.returncode == 2
    packages = "python3 python3-venv default-jdk-headless maven strace hledger chromium"
    assert f"apt-get install --yes --no-install-recommends {packages}\n" in done.stderr


def test_only_what_is_missing_is_named(bare_path):
    (bare_path / "mvn").symlink_to("/bin/true")
    done = run(PACKAGES, "java", "strace", path=bare_path)
    assert "--no-install-recommends default-jdk-headless strace\n" in done.stderr


@pytest.mark.parametrize(("version", "missing"), [("11.0.2", True), ("17.0.15", False), ("25", False)])
def test_java_before_17_counts_as_missing(bare_path, version, missing):
    javac = bare_path / "javac"
    javac.write_text(f"#!{bare_path}/bash\necho javac {version}\n")
    javac.chmod(0o755)
    (bare_path / "mvn").symlink_to("/bin/true")
    done = run(PACKAGES, "java", path=bare_path)
    assert (done.returncode, "default-jdk-headless" in done.stderr) == ((2, True) if missing else (0, False))


def test_nothing_is_installed_where_nothing_is_missing():
    done = run(PACKAGES, "python", "java", "strace", "hledger", "chromium", path=os.environ["PATH"])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_jars_are_fetched_once(bare_path):
    """With the jars there, the script does without Maven; without them it says what is missing."""
    script = ROOT / "deploy" / "kafka" / "fetch-jars.sh"
    assert run(script, path=bare_path).returncode == 0

    for name in ("fetch-jars.sh", "pom.xml"):
        shutil.copy(script.parent / name, bare_path)
    done = run(bare_path / "fetch-jars.sh", path=bare_path)
    assert done.returncode == 2
    assert "Maven is not installed. Type: make packages" in done.stderr


def test_a_broker_without_jars_says_how_to_get_them(tmp_path):
    script = shutil.copy(ROOT / "deploy" / "kafka" / "start.sh", tmp_path)
    done = run(script, path=os.environ["PATH"])
    assert done.returncode == 2
    assert "the jars are missing. Type: make jars" in done.stderr
