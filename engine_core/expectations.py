"""What a scenario expects at one point: fields of the state, of views, legal lists, events, the final result.

An action or event is described by its kind (``"sell_remedy"``: any of them), or by ``{kind: {field: word}}`` with the fields that
matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine_core.documents import differences
from engine_core.errors import BadEncoding, BadScenario
from engine_core.paths import MISSING, look_up, parts
from engine_core.position import Position

SPECTATOR: Final = "spectator"
EVERYBODY: Final = "all"
"""Among events: those of every audience."""
ABSENT: Final = "absent"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that is not as expected. ``step`` counts from 1; 0 is the position before the first step."""

    step: int
    path: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"step {self.step}: {self.path}: expected {self.expected!r}, found {self.found!r}"


def read_expectations(document: object, path: str) -> Mapping[str, Any]:
    """The document itself if its shape is right; :class:`~engine_core.errors.BadScenario` names what is not."""
    top = _mapping(document, path)
    for key, value in top.items():
        where = f"{path}.{key}"
        if key not in _CHECKS:
            raise BadScenario(f"{where}: nobody knows it; known are {', '.join(_CHECKS)}")
        if key in ("state", "decision_points", "outcome"):
            _mapping(value, where)
        if key == "state":
            _paths(value, where)
        elif key == "to_act":
            if not isinstance(value, list):
                raise BadScenario(f"{where}: a list of seats")
        elif key == "views":
            for who, fields in _mapping(value, where).items():
                _seat(who, where, SPECTATOR)
                _paths(_mapping(fields, f"{where}.{who}"), f"{where}.{who}")
        elif key in ("legal", "events"):
            others = () if key == "legal" else (SPECTATOR, EVERYBODY)
            for who, lists in _mapping(value, where).items():
                _seat(who, where, *others)
                _lists(_mapping(lists, f"{where}.{who}"), f"{where}.{who}")
        elif key in ("decision_points", "outcome"):
            for who in value:
                _seat(who, where)
    return top


def check_expectations(position: Position, expect: Mapping[str, Any], step: int, path: str) -> Difference | None:
    """The first difference, in the order in which the expectations stand; ``None`` if there is none."""
    for key, wanted in expect.items():
        for where, expected, found in _CHECKS[key](position, wanted, f"{path}.{key}"):
            return Difference(step, where, expected, found)
    return None


Differences = Iterator[tuple[str, Any, Any]]


def _state(position: Position, wanted: Mapping[str, Any], path: str) -> Differences:
    yield from _fields(position.game.to_json(position.state), wanted, "")


def _views(position: Position, wanted: Mapping[str, Any], path: str) -> Differences:
    for who, fields in wanted.items():
        seat = None if who == SPECTATOR else _existing(position, who, path)
        document = position.game.view_to_json(position.view(seat), position.data)
        yield from _fields(document, fields, f"view of {who}: ")


def _to_act(position: Position, wanted: Sequence[int], path: str) -> Differences:
    found = list(position.to_act())
    if found != list(wanted):
        yield "to_act", list(wanted), found


def _decision_points(position: Position, wanted: Mapping[str, str], path: str) -> Differences:
    for who, name in wanted.items():
        found = position.game.decision_point(position.state, _existing(position, who, path))
        if found != name:
            yield f"decision point of seat {who}", name, found


def _legal(position: Position, wanted: Mapping[str, Mapping[str, Any]], path: str) -> Differences:
    catalogue = position.game.catalogue
    known = {kind.kind: kind.fields for kind in catalogue.kinds}
    for who, lists in wanted.items():
        _known(lists, known, f"{path}.{who}")
        actions = [catalogue.to_json(action) for action in position.legal(_existing(position, who, path))]
        yield from _compare(actions, lists, f"legal actions of seat {who}")


def _events(position: Position, wanted: Mapping[str, Mapping[str, Any]], path: str) -> Differences:
    known = {kind.kind: kind.fields for kind in position.game.events}
    for who, lists in wanted.items():
        _known(lists, known, f"{path}.{who}")
        if who == EVERYBODY:
            events = position.events
        else:
            events = position.events_of(None if who == SPECTATOR else _existing(position, who, path))
        documents: list[Mapping[str, Any]] = [position.game.event_to_json(event, position.data) for event in events]
        yield from _compare(documents, lists, f"events of {who}")


def _outcome(position: Position, wanted: Mapping[str, Any], path: str) -> Differences:
    if position.to_act():
        yield "outcome", "a finished game", f"seats {list(position.to_act())} are to act"
        return
    found = position.outcome().to_json()
    for who, fields in wanted.items():
        seat = _existing(position, who, path)
        for where, one, other in differences(_part(found[seat], fields), fields):
            yield f"outcome of seat {who}: {where}", other, one


_CHECKS: Final[Mapping[str, Callable[[Position, Any, str], Differences]]] = {
    "state": _state,
    "to_act": _to_act,
    "decision_points": _decision_points,
    "legal": _legal,
    "views": _views,
    "events": _events,
    "outcome": _outcome,
}


def _fields(document: Any, wanted: Mapping[str, Any], prefix: str) -> Differences:
    for where, expected in wanted.items():
        if where == ABSENT:
            for absent in expected:
                found = look_up(document, absent)
                if found is not MISSING:
                    yield f"{prefix}{absent}", MISSING, found
            continue
        found = look_up(document, where)
        for inner, one, other in differences(_part(found, expected), expected):
            glue = "." if inner and not inner.startswith("[") else ""
            yield f"{prefix}{where}{glue}{inner}", other, one


def _part(found: Any, expected: Any) -> Any:
    """What of ``found`` an expectation is about: an object names only the fields that matter."""
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        return {key: _part(found[key], inner) for key, inner in expected.items() if key in found}
    return found


def _compare(found: Sequence[Mapping[str, Any]], lists: Mapping[str, Any], path: str) -> Differences:
    for pattern in lists.get("contains", ()):
        if not any(_matches(item, pattern) for item in found):
            yield path, pattern, found
    for pattern in lists.get("excludes", ()):
        for item in found:
            if _matches(item, pattern):
                yield path, f"no {pattern}", item
    if "exact" in lists:
        patterns = lists["exact"]
        for item in found:
            if not any(_matches(item, pattern) for pattern in patterns):
                yield path, f"only {patterns}", item
        for pattern in patterns:
            if not any(_matches(item, pattern) for item in found):
                yield path, pattern, found


def _known(lists: Mapping[str, Any], known: Mapping[str, Sequence[str]], path: str) -> None:
    """Refuse kinds and fields that do not exist: a misspelt ``excludes`` would always pass."""
    for pattern in (pattern for patterns in lists.values() for pattern in patterns):
        kind, fields = (pattern, {}) if isinstance(pattern, str) else next(iter(pattern.items()))
        if kind not in known:
            raise BadScenario(f"{path}: there is no kind {kind!r}")
        for name in fields:
            if name not in known[kind]:
                raise BadScenario(f"{path}: {kind} has no field {name!r}")


def _matches(item: Mapping[str, Any], pattern: Any) -> bool:
    ((kind, fields),) = item.items()
    if isinstance(pattern, str):
        return kind == pattern
    ((wanted_kind, wanted),) = pattern.items()
    return bool(kind == wanted_kind and all(name in fields and fields[name] == value for name, value in wanted.items()))


# -- shapes --------------------------------------------------------------------------------------------------------------------


def _mapping(value: object, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadScenario(f"{path}: an object, not {value!r}")
    return value


def _paths(fields: Mapping[str, Any], path: str) -> None:
    for where, value in fields.items():
        if where == ABSENT:
            if not isinstance(value, list):
                raise BadScenario(f"{path}.{ABSENT}: a list of paths")
            for absent in value:
                _path(absent, f"{path}.{ABSENT}")
        else:
            _path(where, path)


def _path(value: object, path: str) -> None:
    if not isinstance(value, str):
        raise BadScenario(f"{path}: {value!r} is no path; paths look like players[1].coins")
    try:
        parts(value)
    except BadEncoding as error:
        raise BadScenario(f"{path}: {error}") from None


def _seat(value: str, path: str, *others: str) -> None:
    if value not in others and not str(value).isdecimal():
        raise BadScenario(f"{path}: a seat number{''.join(f' or {other}' for other in others)}, not {value!r}")


def _existing(position: Position, value: str, path: str) -> int:
    seat = int(value)
    if seat >= len(position.match.decisions):
        raise BadScenario(f"{path}: there is no seat {seat}")
    return seat


def _lists(lists: Mapping[str, Any], path: str) -> None:
    for key, patterns in lists.items():
        if key not in ("exact", "contains", "excludes") or not isinstance(patterns, list):
            raise BadScenario(f"{path}: lists named exact, contains or excludes")
        for pattern in patterns:
            named = isinstance(pattern, Mapping) and len(pattern) == 1
            if not isinstance(pattern, str) and not (named and all(isinstance(f, Mapping) for f in pattern.values())):
                raise BadScenario(f"{path}.{key}: a kind, or {{kind: {{field: word}}}}, not {pattern!r}")
