"""Actions made once, by what they depend on: legal lists are put together from them."""

from __future__ import annotations

from typing import Final

from engine_core.games.medico.actions import (
    BuyBothInstruments,
    BuyInstrument,
    BuyRecipeBook,
    ChooseStartPlace,
    CollectRemedy,
    DeclineDuelReward,
    DeliverLetter,
    DiscardRemedy,
    EndTurn,
    FinishLongFingers,
    LeaveWaypoint,
    MeetMedicus,
    PlaceKnowledge,
    PlayEarlyBird,
    PlayFreeDecision,
    PlayFriendlyGift,
    PlayGreatDemand,
    PlayIndividualPath,
    PlayLongFingers,
    PlayOptimalCondition,
    PlayRichFind,
    SellRemedy,
    SetDestination,
    ShiftRemedy,
    StartMove,
    TakeFavorCard,
    TakeFromMarket,
    TakeMarketKnowledge,
    TakeMoney,
    TrainApprentice,
    UsePrivilege,
)
from engine_core.games.medico.vocabulary import (
    ABILITY,
    LETTER_REWARD,
    PLACES,
    REMEDY,
    ROD,
    STORE,
)

_REMEDIES: Final = range(len(REMEDY))
_SPACES: Final = range(3)

CHOOSE_START_PLACE: Final = tuple(ChooseStartPlace(place) for place in range(PLACES))
SET_DESTINATION: Final = tuple(SetDestination(place) for place in range(PLACES))
USE_PRIVILEGE: Final = UsePrivilege()
START_MOVE: Final = StartMove()
COLLECT: Final = tuple(CollectRemedy(where) for where in range(len(STORE)))
LEAVE_WAYPOINT: Final = LeaveWaypoint()
DISCARD: Final = tuple(DiscardRemedy(remedy) for remedy in _REMEDIES)
SHIFT: Final = tuple(tuple(ShiftRemedy(remedy, space) for space in (0, 1)) for remedy in _REMEDIES)
SELL: Final = tuple(tuple(SellRemedy(remedy, space) for space in _SPACES) for remedy in _REMEDIES)
TAKE_MARKET_KNOWLEDGE: Final = TakeMarketKnowledge()
DELIVER: Final = tuple(DeliverLetter(reward) for reward in range(len(LETTER_REWARD)))
BUY_RECIPE_BOOK: Final = BuyRecipeBook()
MEET_MEDICUS: Final = MeetMedicus()
TAKE_MONEY: Final = TakeMoney()
TAKE_FAVOR_CARD: Final = TakeFavorCard()
TRAIN_APPRENTICE: Final = TrainApprentice()
BUY_INSTRUMENT: Final = (BuyInstrument(0), BuyInstrument(1))
BUY_BOTH: Final = (BuyBothInstruments(0), BuyBothInstruments(1))
PLAY_INDIVIDUAL_PATH: Final = tuple(PlayIndividualPath(place) for place in range(PLACES))
PLAY_EARLY_BIRD: Final = PlayEarlyBird()
PLAY_OPTIMAL_CONDITION: Final = tuple(PlayOptimalCondition(rod) for rod in range(len(ROD)))
PLAY_FRIENDLY_GIFT: Final = PlayFriendlyGift()
PLAY_LONG_FINGERS: Final = PlayLongFingers()
PLAY_GREAT_DEMAND: Final = tuple(tuple(PlayGreatDemand(remedy, space) for space in _SPACES) for remedy in _REMEDIES)
PLAY_RICH_FIND: Final = PlayRichFind()
PLAY_FREE_DECISION: Final = PlayFreeDecision()
TAKE_FROM_MARKET: Final = tuple(tuple(TakeFromMarket(space, where) for where in range(len(STORE))) for space in _SPACES)
FINISH_LONG_FINGERS: Final = FinishLongFingers()
END_TURN: Final = EndTurn()
PLACE_KNOWLEDGE: Final = tuple(PlaceKnowledge(ability) for ability in range(len(ABILITY)))
DECLINE_DUEL_REWARD: Final = DeclineDuelReward()
