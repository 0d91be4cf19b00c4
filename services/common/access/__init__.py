"""Who may do what: tokens, their issuer and their verification."""

from services.common.access.identity import HOST, OPERATOR, PLAYER, ROLES, SERVICE, Identity
from services.common.access.issuer import TokenIssuer, mint_service_token, token_file, token_issuer
from services.common.access.keyring import KeyRing, keyring_file
from services.common.access.verifier import TokenVerifier, expiry_of

__all__ = [
    "HOST",
    "OPERATOR",
    "PLAYER",
    "ROLES",
    "SERVICE",
    "Identity",
    "KeyRing",
    "TokenIssuer",
    "TokenVerifier",
    "expiry_of",
    "keyring_file",
    "mint_service_token",
    "token_file",
    "token_issuer",
]
