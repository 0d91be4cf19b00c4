"""`python -m services.matchmaking`: one instance of the matchmaking service, set up by `ARENA_...` variables."""

import sys

from services.common.rpc import configure_logs
from services.common.run import run
from services.matchmaking.bootstrap import serve_matchmaking
from services.matchmaking.settings import MatchmakingSettings


async def main() -> None:
    settings = MatchmakingSettings.load()
    configure_logs(settings)
    await serve_matchmaking(settings)


if __name__ == "__main__":
    sys.exit(run(main))
