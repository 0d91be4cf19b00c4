"""Players' secrets."""

import re

import pytest

from services.matchmaking import credentials


def test_the_secret_opens_its_own_hash_and_no_other_does() -> None:
    secret = credentials.new_secret()
    kept = credentials.hash_secret(secret)
    assert credentials.matches(secret, kept)
    assert not credentials.matches(credentials.new_secret(), kept)
    assert not credentials.matches(secret[:-1], kept)


def test_the_same_secret_is_kept_differently_each_time_and_never_as_it_is() -> None:
    secret = credentials.new_secret()
    one, other = credentials.hash_secret(secret), credentials.hash_secret(secret)
    assert one != other
    assert secret not in one


def test_a_secret_has_the_form_that_the_schema_asks_for() -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]{32,128}", credentials.new_secret())


def test_a_hash_with_other_costs_still_opens() -> None:
    salt, hashed = (
        "c2FsdHNhbHRzYWx0c2FsdA==",
        credentials._text(credentials._scrypt("secret", b"saltsaltsaltsalt", n=16, r=8, p=1)),
    )
    assert credentials.matches("secret", f"scrypt$16$8$1${salt}${hashed}")


def test_an_unknown_scheme_is_an_error_not_a_refusal() -> None:
    with pytest.raises(ValueError, match="md5"):
        credentials.matches("secret", "md5$1$1$1$c2FsdA==$c2FsdA==")


def test_no_secret_opens_nobodys_hash() -> None:
    assert not credentials.matches(credentials.new_secret(), credentials.nobodys_hash())
