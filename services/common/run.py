"""The entry of every service process."""

import sys
from collections.abc import Awaitable, Callable

import structlog
import uvloop

from services.common.startup import StartupError


def run(main: Callable[[], Awaitable[None]]) -> int:
    """Run `main` on uvloop to its end; returns the exit code for `SystemExit`.

    A StartupError becomes its one line on standard error and its own exit code; any other exception is logged with
    its traceback and gives 70.
    """

    async def entry() -> None:
        await main()

    try:
        uvloop.run(entry())
    except StartupError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except Exception:
        structlog.get_logger(__name__).exception("the service ended by a fault")
        return 70
    return 0
