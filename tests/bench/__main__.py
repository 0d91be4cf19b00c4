"""``make bench``: the table of figures, and the same as JSON in ``bench-results.json``."""

from __future__ import annotations

import json
import platform
import sys
from dataclasses import asdict
from pathlib import Path

from tests.bench.measure import Figure, table


def main() -> int:
    """Measure, print, write. The figures are no test: the exit code is 0 even where a goal is missed."""
    parts = sys.argv[1:] or ["engine", "hosted"]
    figures: list[Figure] = []
    if "engine" in parts:
        from tests.bench import engine  # each part loads only what it measures

        figures += engine.figures()
    if "hosted" in parts:
        from tests.bench import hosted

        figures += hosted.figures()
    print(table(figures))
    results = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "figures": [asdict(figure) | {"met": figure.met} for figure in figures],
    }
    Path("bench-results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print("written: bench-results.json")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
