"""Who may call which method: one table for each service, complete or the server does not start.

    POLICY = policy(
        rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"],
        {"DescribeGame": EVERYBODY, "Submit": SIGNED_IN, "CreateMatch": roles("service")},
    )

Seats are the handlers' business (`caller().require_seat(...)`): only they know which match a request means.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from google.protobuf.descriptor import ServiceDescriptor

from services.common.access import ROLES


@dataclass(frozen=True, slots=True)
class Access:
    """`anonymous`: needs no token (a token that is sent must still be good). `roles`: at least one; empty: any."""

    anonymous: bool = False
    roles: tuple[str, ...] = ()


EVERYBODY = Access(anonymous=True)
SIGNED_IN = Access()

Policy = Mapping[str, Access]


def roles(*names: str) -> Access:
    """Access for callers with at least one of these roles."""
    if not names or not set(names) <= ROLES:
        raise ValueError(f"not roles: {names}")
    return Access(roles=names)


def policy(service: ServiceDescriptor, table: Mapping[str, Access]) -> dict[str, Access]:
    """`table` (method name -> access) by full method path; raises ValueError if it does not name every method."""
    methods = {method.name for method in service.methods}
    if methods != set(table):
        raise ValueError(
            f"{service.full_name}: without access {sorted(methods - set(table))}, "
            f"not methods {sorted(set(table) - methods)}"
        )
    return {f"/{service.full_name}/{name}": access for name, access in table.items()}
