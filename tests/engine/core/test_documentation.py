"""What the docstrings and pages about the engine show is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import sys

import pytest

import engine_core
from tests.rules_report import ROOT

MODULES = sorted(info.name for info in pkgutil.walk_packages(engine_core.__path__, "engine_core."))
PAGES = ("engine.md",)


@pytest.mark.parametrize("name", ["engine_core", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0


@pytest.mark.parametrize("page", PAGES)
def test_python_on_pages_runs(page: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    shared: dict[str, object] = {}
    for block in blocks:
        exec(block, shared)


def test_the_export_list_is_complete_and_shadows_no_module() -> None:
    assert sorted(engine_core.__all__) == sorted(set(engine_core.__all__))
    for name in engine_core.__all__:
        assert hasattr(engine_core, name)
        assert f"engine_core.{name}" not in sys.modules


def test_every_public_module_function_and_class_says_what_it_is_for() -> None:
    silent = []
    for name in MODULES:
        module = importlib.import_module(name)
        if not module.__doc__ and not name.endswith(".medico"):
            silent.append(name)
        for attribute, value in vars(module).items():
            if attribute.startswith("_") or getattr(value, "__module__", None) != name:
                continue
            public = isinstance(value, type) or type(value).__name__ == "function"
            if public and not (value.__doc__ or "").strip():
                silent.append(f"{name}.{attribute}")
    assert silent == []


def test_the_engine_needs_the_standard_library_only() -> None:
    foreign = set()
    for path in (ROOT / "engine_core").rglob("*.py"):
        for match in re.finditer(
            r"^\s*(?:from|import) ([a-zA-Z_0-9]+)", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            if match[1] != "engine_core" and match[1] not in sys.stdlib_module_names:
                foreign.add((path.name, match[1]))
    assert foreign == set()
