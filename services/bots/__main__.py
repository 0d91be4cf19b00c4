"""``python -m services.bots``: one bots instance."""

from services.bots.bootstrap import main
from services.bots.settings import BotsSettings
from services.common.run import run

if __name__ == "__main__":

    async def entry() -> None:
        await main(BotsSettings.load())

    raise SystemExit(run(entry))
