"""What the document of a value may leave out is not set then."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core import documents
from engine_core.errors import BadEncoding
from engine_core.games.azerland import frames as azerland
from engine_core.games.azerland.vocabulary import PENDING as AZERLAND_PENDING
from engine_core.games.tinctura import frames as tinctura
from engine_core.games.tinctura.vocabulary import PENDING as TINCTURA_PENDING


@pytest.mark.parametrize("kind", TINCTURA_PENDING.words)
def test_a_frame_of_tinctura_needs_its_kind_and_seat(kind: str) -> None:
    read: Any = documents.from_json(tinctura.Frame, {"kind": kind, "seat": 1})
    assert documents.to_json(read) == documents.to_json(tinctura.frame(TINCTURA_PENDING.words.index(kind), 1))


@pytest.mark.parametrize("kind", AZERLAND_PENDING.words)
def test_a_frame_of_azerland_needs_its_kind(kind: str) -> None:
    read: Any = documents.from_json(azerland.Frame, {"kind": kind})
    assert documents.to_json(read) == documents.to_json(azerland.frame(AZERLAND_PENDING.words.index(kind)))


def test_what_may_not_be_left_out_is_missed() -> None:
    with pytest.raises(BadEncoding, match="seat: missing"):
        documents.from_json(tinctura.Frame, {"kind": "turn"})
