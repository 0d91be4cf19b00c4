"""The gRPC server that every service is built on."""

from services.common.rpc.call import caller, caller_or_none
from services.common.rpc.health import Health
from services.common.rpc.policy import EVERYBODY, SIGNED_IN, Access, roles
from services.common.rpc.server import RpcServer, Served, configure_logs, serve
from services.common.rpc.validation import check_shape

__all__ = [
    "EVERYBODY",
    "SIGNED_IN",
    "Access",
    "Health",
    "RpcServer",
    "Served",
    "caller",
    "caller_or_none",
    "check_shape",
    "configure_logs",
    "roles",
    "serve",
]
