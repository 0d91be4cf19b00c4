"""The entry point of `arena`: parses, calls one command, turns what goes wrong into one line and an exit code."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from services.cli.failures import CommandFailed
from services.cli.plain_text import plain


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; always ends in SystemExit."""

    def terminate(number: int, frame: object) -> None:
        raise SystemExit(128 + number)  # so that what was started is stopped in order

    signal.signal(signal.SIGTERM, terminate)
    raise SystemExit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """The exit code of a command line; see services.cli.failures."""
    from services.cli.app import app

    try:
        result: Any = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone (`arena catalogue medico | head`): nothing is wrong.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - stays open to the end of the process
        return 0
    except Exception as error:
        code = exit_code_of(error)
        if code is None:
            raise
        print(_line(error), file=sys.stderr)
        return code
    return result if isinstance(result, int) else 0


def exit_code_of(error: Exception) -> int | None:
    """The exit code of an error that people cause and can mend; None for a fault of ours.

    Looked up by what has been imported already: a command that used no service must not pay for importing one.
    """
    import cyclopts

    if isinstance(error, CommandFailed):
        return error.exit_code
    if isinstance(error, cyclopts.CycloptsError):
        return 2
    startup = sys.modules.get("services.common.startup")
    if startup is not None and isinstance(error, startup.StartupError):
        return int(error.exit_code)
    engine = sys.modules.get("engine_core.errors")
    if engine is not None and isinstance(error, engine.EngineError):
        return 2
    arena = sys.modules.get("arena.errors")
    if arena is not None and isinstance(error, arena.ArenaError):
        return 4
    return None


def _line(error: Exception) -> str:
    """What happened and, where the platform told, what it is about."""
    line = " ".join(str(error).split())
    subject = getattr(error, "subject", "")
    return plain(f"{line} ({subject})" if subject and subject not in line else line)


if __name__ == "__main__":
    main()
