"""Typed actions, built once, kept in a catalogue.

Every action of a game is a small immutable object of a class derived from :class:`Action`. A game lists its classes in a
:class:`Catalogue`, which builds every combination of field values exactly once at import; the position in that list is the
action's ``id``, its number on the wire. Calling the class returns the catalogue's object, so actions are compared by identity:

    >>> from engine_core.games.medico.actions import SellRemedy
    >>> SellRemedy(remedy=2, space_index=2) is SellRemedy(2, 2)
    True

The catalogue depends on the game and its rules version only, never on card data; :attr:`Catalogue.digest` pins it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar, Final, dataclass_transform, get_type_hints

from engine_core.errors import UnknownAction, shown
from engine_core.vocabulary import Index, Labels

Domain = Labels | Index
"""What an action's field may be annotated with: finite ranges only."""


def snake_case(name: str) -> str:
    """``SellRemedy`` -> ``sell_remedy``: the name of a kind in JSON, on the wire and in the reference pages."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@dataclass_transform(eq_default=False, frozen_default=True)
class ActionType(type):
    """Metaclass: turns annotations into slots, and a call into a look-up of the one object with those values."""

    _made: dict[tuple[int, ...], Action]
    kind: str
    fields: tuple[str, ...]

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> ActionType:
        own = tuple(
            field
            for field, hint in namespace.get("__annotations__", {}).items()
            if not str(hint).startswith("ClassVar")
        )
        if bases:
            namespace["__slots__"] = own
            namespace["__match_args__"] = own
        cls = super().__new__(mcs, name, bases, namespace)
        cls._made = {}
        cls.kind = snake_case(name)
        cls.fields = own if bases else ()
        return cls

    def __call__(cls, *args: int, **named: int) -> Any:
        if named or len(args) != len(cls.fields):
            try:
                args = args + tuple(named.pop(field) for field in cls.fields[len(args) :])
            except KeyError as missing:
                raise UnknownAction(f"{cls.kind}: field {missing} is missing") from None
            if named:
                raise UnknownAction(f"{cls.kind} has no field {', '.join(sorted(named))}")
        try:
            return cls._made[args]
        except KeyError:
            raise UnknownAction(f"no action {cls.kind}{args!r}; fields are {cls.fields}") from None

    def domains(cls) -> dict[str, Domain]:
        """The finite range of each field, in field order."""
        hints = get_type_hints(cls, include_extras=True)
        return {field: hints[field].__metadata__[0] for field in cls.fields}


class _Numbered:
    """Holds the number outside the metaclass's sight: it is given by the catalogue and no parameter of the constructor."""

    __slots__ = ("id",)
    id: int


class Action(_Numbered, metaclass=ActionType):
    """Base of all actions. ``id`` is the position in the catalogue of the game that owns the class."""

    kind: ClassVar[str]
    fields: ClassVar[tuple[str, ...]]

    @classmethod
    def exists(cls, values: tuple[int, ...]) -> bool:
        """Whether the combination belongs to the catalogue; a class with impossible combinations overrides this."""
        return True

    def values(self) -> tuple[int, ...]:
        """The field values in field order."""
        return tuple(getattr(self, field) for field in type(self).fields)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"actions are immutable: {self!r}")

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: object) -> Action:
        return self

    def __reduce__(self) -> tuple[ActionType, tuple[int, ...]]:
        return type(self), self.values()

    def __repr__(self) -> str:
        words = []
        for field, domain in type(self).domains().items():
            value = getattr(self, field)
            words.append(f"{field}={domain.words[value] if isinstance(domain, Labels) else value}")
        return f"{type(self).__name__}({', '.join(words)})"


class Catalogue:
    """The finite list of all actions of one game; ``catalogue[id]`` is the action, ``action.id`` its position."""

    __slots__ = ("_by_kind", "actions", "digest", "kinds", "name")

    def __init__(self, name: str, kinds: Sequence[ActionType]) -> None:
        self.name: Final = name
        self.kinds: Final = tuple(kinds)
        self._by_kind: Final[Mapping[str, ActionType]] = {kind.kind: kind for kind in kinds}
        made: list[Action] = []
        for kind in kinds:
            ranges = [range(len(d) if isinstance(d, Labels) else d.size) for d in kind.domains().values()]
            for values in product(*ranges):
                if kind.exists(values):  # type: ignore[attr-defined]
                    made.append(_build(kind, values, len(made)))
        self.actions: Final = tuple(made)
        text = "\n".join(f"{action.id} {action!r}" for action in made)
        self.digest: Final = hashlib.blake2b(f"{name}\n{text}".encode(), digest_size=16).hexdigest()

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __getitem__(self, action_id: int) -> Action:
        """The action with this wire id; :class:`UnknownAction` for any other number."""
        if not 0 <= action_id < len(self.actions):
            raise UnknownAction(f"{self.name} has no action {action_id}; ids run from 0 to {len(self.actions) - 1}")
        return self.actions[action_id]

    def to_json(self, action: Action) -> dict[str, dict[str, str | int]]:
        """``{"sell_remedy": {"remedy": "leech", "space_index": 2}}``."""
        fields: dict[str, str | int] = {}
        for field, domain in type(action).domains().items():
            value = getattr(action, field)
            fields[field] = domain.words[value] if isinstance(domain, Labels) else value
        return {action.kind: fields}

    def from_json(self, document: object) -> Action:
        """Inverse of :meth:`to_json`; a bare kind name or an id is accepted too. :class:`UnknownAction` otherwise."""
        if isinstance(document, int) and not isinstance(document, bool):
            return self[document]
        if isinstance(document, str):
            document = {document: {}}
        if not isinstance(document, Mapping) or len(document) != 1:
            raise UnknownAction(f"an action is written as {{kind: {{field: value}}}}, not {shown(document)}")
        ((kind_name, fields),) = document.items()
        kind = self._by_kind.get(kind_name)
        if kind is None:
            raise UnknownAction(
                f"{self.name} has no action kind {shown(kind_name)}; kinds are {', '.join(self._by_kind)}"
            )
        if not isinstance(fields, Mapping):
            raise UnknownAction(f"{kind_name}: fields are written as {{field: value}}, not {shown(fields)}")
        named: dict[str, int] = {}
        domains = kind.domains()
        for field, value in fields.items():
            domain = domains.get(field)
            if isinstance(domain, Labels) and isinstance(value, str):
                if value not in domain.words:
                    raise UnknownAction(f"{kind_name}.{field}: {shown(value)} is none of {', '.join(domain.words)}")
                named[field] = domain.words.index(value)
            elif isinstance(domain, Index) and isinstance(value, int) and not isinstance(value, bool):
                named[field] = value
            else:
                raise UnknownAction(f"{kind_name} has no field {field!r} with a value {shown(value)}")
        build: Any = kind
        action: Action = build(**named)
        return action


def _build(kind: Any, values: tuple[int, ...], action_id: int) -> Action:
    if values in kind._made:
        raise ValueError(f"{kind.__name__} is in two catalogues")
    action: Action = object.__new__(kind)
    object.__setattr__(action, "id", action_id)
    for field, value in zip(kind.fields, values, strict=True):
        object.__setattr__(action, field, value)
    kind._made[values] = action
    return action
