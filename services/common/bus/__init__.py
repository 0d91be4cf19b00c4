"""The bus: NATS JetStream as the services use it."""

from services.common.bus.appending import append
from services.common.bus.bucket import Bucket, Entry
from services.common.bus.connection import RETRY_BUDGET, Bus, BusAddress, connect
from services.common.bus.consuming import Delivery, consume
from services.common.bus.errors import BusError, BusRefused, Conflict, Fenced, TooLarge, Unavailable
from services.common.bus.lease import Lease, newest_token
from services.common.bus.read import Stored, follow_live, last, patiently, read_after
from services.common.bus.server import EmbeddedNats, EmbeddedNatsSettings
from services.common.bus.streams import ensure_streams, provision

__all__ = [
    "RETRY_BUDGET",
    "Bucket",
    "Bus",
    "BusAddress",
    "BusError",
    "BusRefused",
    "Conflict",
    "Delivery",
    "EmbeddedNats",
    "EmbeddedNatsSettings",
    "Entry",
    "Fenced",
    "Lease",
    "Stored",
    "TooLarge",
    "Unavailable",
    "append",
    "connect",
    "consume",
    "ensure_streams",
    "follow_live",
    "last",
    "newest_token",
    "patiently",
    "provision",
    "read_after",
]
