"""`python -m services.matchmaking.grant PLAYER_ID ROLE...`: set the roles of a registered player.

For operators, on a machine with the database (`ARENA_MATCHMAKING_DATABASE_URL` or the data folder). The player has the
roles from its next token on; tokens issued before keep theirs until they expire. The service may run meanwhile.
"""

import sys

from services.common.access import HOST, OPERATOR, PLAYER
from services.common.run import run
from services.common.startup import SettingsInvalid
from services.matchmaking.settings import MatchmakingSettings
from services.matchmaking.store import players
from services.matchmaking.store.database import Database

GRANTED = (PLAYER, HOST, OPERATOR)
"""The roles that a player can have; `service` is for the platform's own services."""

# Its own fence: granting needs no lease and takes none away.
_FENCE = "grant"


async def grant(database_url: str, player_id: str, roles: tuple[str, ...]) -> None:
    """Set the roles of a player; raises SettingsInvalid, one line, for an unknown role or player."""
    unknown = [role for role in roles if role not in GRANTED]
    if unknown or not roles:
        raise SettingsInvalid(f"roles are {', '.join(GRANTED)}, not {', '.join(unknown) or 'none'}")
    database = Database(database_url)
    try:
        await database.open()
        await database.claim(_FENCE, 1)
        if not await database.write(players.set_roles, player_id, tuple(dict.fromkeys((PLAYER, *roles)))):
            raise SettingsInvalid(
                f"there is no player {player_id} in this database; ARENA_DATA_DIR or ARENA_MATCHMAKING_DATABASE_URL says"
                " which one it is"
            )
    finally:
        await database.close()


async def main() -> None:
    if len(sys.argv) < 3:
        raise SettingsInvalid("usage: python -m services.matchmaking.grant PLAYER_ID ROLE...")
    # The bus is not used: no address has to be given for it.
    settings = MatchmakingSettings.load(nats_url="none")
    await grant(settings.database_url, sys.argv[1], tuple(sys.argv[2:]))


if __name__ == "__main__":
    sys.exit(run(main))
