"""`python -m services.scoring`: the service; `python -m services.scoring rebuild`: count all results anew and end."""

import argparse
import sys

from services.common import logs
from services.common.run import run
from services.common.startup import StartupError
from services.scoring.bootstrap import rebuild, serve
from services.scoring.settings import ScoringSettings


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 0, or that of the StartupError whose line is printed."""
    parser = argparse.ArgumentParser(prog="python -m services.scoring", description=__doc__)
    parser.add_argument("command", nargs="?", choices=("serve", "rebuild"), default="serve")
    command = parser.parse_args(arguments).command
    try:
        settings = ScoringSettings.load()
    except StartupError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    if command == "serve":
        return run(lambda: serve(settings))

    async def rebuild_and_say() -> None:
        logs.configure("scoring-rebuild", level="warning")
        counted = await rebuild(settings)
        unreadable = f", {counted.unreadable} messages that are none" if counted.unreadable else ""
        print(f"{counted.matches} results counted anew, {counted.rated} of them rated{unreadable}")

    return run(rebuild_and_say)


if __name__ == "__main__":
    raise SystemExit(main())
