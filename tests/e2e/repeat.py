"""Runs the fault tests again and again and prints a tally: `python -m tests.e2e.repeat 10`, or a test's name after the number.

Each run is a pytest process of its own on fresh data. Exit code 1 if any test failed in any run; the output of a failed run is kept.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).parent


@dataclass(slots=True)
class Tally:
    """How a test fared."""

    passed: int = 0
    failed: int = 0
    seconds: list[float] = field(default_factory=list)


def run_once(number: int, selected: list[str], tallies: dict[str, Tally], kept: Path) -> bool:
    """One run; whether everything passed."""
    report = kept / f"run-{number}.xml"
    began = time.monotonic()
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", str(HERE), "-q", "-p", "no:cacheprovider", f"--junit-xml={report}"),
            *(("-k", " or ".join(selected)) if selected else ()),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    seconds = time.monotonic() - began
    print(f"run {number}: {ran.stdout.strip().splitlines()[-1]} ({seconds:.0f} s)", flush=True)
    if ran.returncode:
        (kept / f"run-{number}.txt").write_text(ran.stdout, encoding="utf-8")
    if report.exists():
        for case in ElementTree.parse(report).iter("testcase"):
            tally = tallies[case.attrib["name"]]
            failed = case.find("failure") is not None or case.find("error") is not None
            tally.failed += failed
            tally.passed += not failed
            tally.seconds.append(float(case.attrib["time"]))
    return ran.returncode == 0


def main() -> int:
    """Exit code 0 if every run passed."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.repeat", description=__doc__)
    parser.add_argument("runs", nargs="?", type=int, default=10, help="how many runs (10)")
    parser.add_argument("tests", nargs="*", help="names of tests, or parts of them; default: all")
    wanted = parser.parse_args()
    if wanted.runs < 1:
        parser.error("at least one run")
    kept = Path(tempfile.mkdtemp(prefix="arena-faults-"))
    tallies: dict[str, Tally] = defaultdict(Tally)
    good = sum(run_once(number, wanted.tests, tallies, kept) for number in range(1, wanted.runs + 1))
    width = max(map(len, tallies), default=0)
    print(f"\n{'test':{width}}  passed  failed  median s  longest s")
    for name, tally in tallies.items():
        median, longest = statistics.median(tally.seconds), max(tally.seconds)
        print(f"{name:{width}}  {tally.passed:6}  {tally.failed:6}  {median:8.1f}  {longest:9.1f}")
    print(
        f"\n{good} of {wanted.runs} runs passed" + ("" if good == wanted.runs else f"; the others' output is in {kept}")
    )
    return 0 if good == wanted.runs else 1


if __name__ == "__main__":
    raise SystemExit(main())
