"""Set up a bus that is not the embedded one.

    python -m services.common.bus keys --data DIR            make the users' keys, print the authorization block
    python -m services.common.bus provision --nats-url ...   create the streams and buckets

Both are harmless when repeated. Provision before the services start and after every upgrade.
"""

import argparse
import asyncio
import sys
from pathlib import Path

from services.common.bus import BusAddress, BusError, connect, provision, users
from services.common.startup import StartupError


async def _provision(address: BusAddress, replicas: int) -> None:
    async with await connect(address) as bus:
        await provision(bus, replicas=replicas)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m services.common.bus", description="Set up the bus.")
    commands = parser.add_subparsers(dest="command", required=True)
    keys = commands.add_parser("keys", help="make the users' keys and print the authorization block")
    keys.add_argument("--data", required=True, type=Path, help="folder; the seeds go to its subfolder `keys`")
    streams = commands.add_parser("provision", help="create the streams and buckets")
    streams.add_argument("--nats-url", required=True, help="one or more servers, separated by commas")
    streams.add_argument("--seed-file", required=True, type=Path, help="nkey seed of the user `provisioner`")
    streams.add_argument("--replicas", type=int, choices=(1, 3, 5), default=3, help="copies of every stream")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Exit code 0, or that of the StartupError whose line is printed; 1 when the server refused."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "keys":
            print(users.authorization({user.name: users.ensure_seed(options.data, user.name) for user in users.USERS}))
        else:
            asyncio.run(_provision(BusAddress(options.nats_url, "provisioner", options.seed_file), options.replicas))
    except StartupError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except BusError as error:
        print(f"the bus could not be set up: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
