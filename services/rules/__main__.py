"""``python -m services.rules``: one rules replica."""

from services.common.run import run
from services.rules.bootstrap import main
from services.rules.settings import RulesSettings

if __name__ == "__main__":

    async def entry() -> None:
        await main(RulesSettings.load())

    raise SystemExit(run(entry))
