"""What every game demands of the options it is set up with."""

from __future__ import annotations

from engine_core.errors import BadSetup
from engine_core.schema import Number, schema_of
from engine_core.vocabulary import Labels


def require_options(options: object, cls: type, title: str) -> None:
    """The options are of the game's class and every one has a value that exists.

    :class:`BadSetup` names the option, or ``options`` as a whole; ``title`` is the game's name in its sentence.
    """
    fields = schema_of(cls).fields
    if not isinstance(options, cls):
        names = " and ".join(filter(None, (", ".join(name for name, _ in fields[:-1]), fields[-1][0])))
        raise BadSetup("options", f"the option{'s' if len(fields) > 1 else ''} of {title}: {names}")
    for name, node in fields:
        value = getattr(options, name)
        if isinstance(node, Number) and isinstance(node.word, Labels):
            if value not in range(len(node.word)):
                raise BadSetup(name, f"{name} is one of {', '.join(node.word.words)}")
        elif not isinstance(value, bool):
            raise BadSetup(name, f"{name} is true or false")
