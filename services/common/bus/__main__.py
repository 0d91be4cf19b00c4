"""Create the streams and buckets of an installation: `python -m services.common.bus`.

Run once before the services start and after every upgrade; harmless when repeated. The embedded server needs it not.
"""

import argparse
import asyncio
import sys
from pathlib import Path

from services.common.bus import BusAddress, BusError, connect, provision
from services.common.startup import StartupError


async def _run(address: BusAddress, replicas: int) -> None:
    async with await connect(address) as bus:
        await provision(bus, replicas=replicas)


def main(arguments: list[str] | None = None) -> int:
    """Exit code 0, or that of the StartupError whose line is printed; 1 when the server refused."""
    parser = argparse.ArgumentParser(prog="python -m services.common.bus", description=__doc__)
    parser.add_argument("--nats-url", required=True, help="one or more servers, separated by commas")
    parser.add_argument("--seed-file", required=True, type=Path, help="nkey seed of the user `provisioner`")
    parser.add_argument("--replicas", type=int, choices=(1, 3, 5), default=3, help="copies of every stream")
    options = parser.parse_args(arguments)
    try:
        asyncio.run(_run(BusAddress(options.nats_url, "provisioner", options.seed_file), options.replicas))
    except StartupError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except BusError as error:
        print(f"the bus could not be provisioned: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
