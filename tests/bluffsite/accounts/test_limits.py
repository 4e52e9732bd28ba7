"""Rate limits on the real cache, and when it is away."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from bluffsite.accounts.browsers import rough_network
from bluffsite.accounts.limits import TooFast, Who, address_of, require_left, spend, who

ANNA = Who(1, "192.0.2.1")


def test_what_is_used_up_is_refused_with_the_seconds_to_wait() -> None:
    for _ in range(3):
        spend("try", ANNA, per_user=("3/h",))
    with pytest.raises(TooFast) as refused:
        spend("try", ANNA, per_user=("3/h",))
    assert 0 < refused.value.seconds <= 3600
    assert refused.value.code == "too_fast"


def test_actions_persons_and_addresses_are_counted_apart() -> None:
    spend("try", ANNA, per_user=("1/h",), per_address=("1/h",))
    spend("other", ANNA, per_user=("1/h",), per_address=("1/h",))
    spend("try", Who(2, "192.0.2.2"), per_user=("1/h",), per_address=("1/h",))
    with pytest.raises(TooFast):
        spend("try", Who(3, "192.0.2.1"), per_user=("1/h",), per_address=("1/h",))


def test_the_stricter_of_two_rates_holds() -> None:
    spend("try", ANNA, per_user=("5/m", "1/h"))
    with pytest.raises(TooFast):
        spend("try", ANNA, per_user=("5/m", "1/h"))


def test_a_stranger_and_an_unknown_address_are_not_counted() -> None:
    for _ in range(3):
        spend("try", Who(None, ""), per_user=("1/h",), per_address=("1/h",))


def test_an_ipv6_address_counts_as_its_network() -> None:
    spend("try", Who(None, "2001:db8:1:2::1"), per_address=("1/h",))
    spend("try", Who(None, "2001:db8:1:3::1"), per_address=("1/h",))
    with pytest.raises(TooFast):
        spend("try", Who(None, "2001:db8:1:2:ffff::9"), per_address=("1/h",))


def test_ipv4_addresses_that_come_in_the_dress_of_ipv6_are_not_one_network() -> None:
    spend("try", Who(None, "::ffff:192.0.2.1"), per_address=("1/h",))
    spend("try", Who(None, "::ffff:198.51.100.7"), per_address=("1/h",))
    with pytest.raises(TooFast):
        spend("try", Who(None, "192.0.2.1"), per_address=("1/h",))
    assert rough_network("::ffff:192.0.2.1") == rough_network("192.0.2.9") == "192.0.2.0"


def test_asking_whether_something_is_left_counts_nothing() -> None:
    for _ in range(3):
        require_left("try", ANNA, per_user=("1/h",))
    spend("try", ANNA, per_user=("1/h",))
    with pytest.raises(TooFast):
        require_left("try", ANNA, per_user=("1/h",))


def test_nobody_is_held_up_when_the_cache_is_away(settings: Settings) -> None:
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "unix:///nowhere/valkey.sock?db=2"}
    }
    for _ in range(3):
        require_left("try", ANNA, per_user=("1/h",))
        spend("try", ANNA, per_user=("1/h",))


def test_limits_can_be_switched_off(settings: Settings) -> None:
    settings.RATELIMIT_ENABLE = False
    for _ in range(3):
        spend("try", ANNA, per_user=("1/h",))


def test_the_address_is_what_the_trusted_proxies_saw(settings: Settings) -> None:
    meta = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "6.6.6.6, 192.0.2.7, 10.0.0.2"}
    assert address_of(meta) == "10.0.0.1"
    settings.TRUSTED_PROXIES = 2
    assert address_of(meta) == "192.0.2.7"
    assert address_of({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "6.6.6.6"}) == "10.0.0.1"
    assert who(RequestFactory().get("/")) == Who(None, "127.0.0.1")
