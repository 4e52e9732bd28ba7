"""Actions from outside, before any game looks at them."""

import json

import pytest

from games.play.services.errors import Refused
from games.play.services.reading import check_action, read_action


def refused(call, value) -> None:
    with pytest.raises(Refused) as caught:
        call(value)
    assert caught.value.code == "bad_action"


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"bid","count":3,"face":2}',
        b'{"type":"bid","count":3,"face":"*"}',
        '{"type":"lay","cards":["2S","3S","4S","5S"],"rank":"queen","note":null,"more":[[1,[2]]]}',
    ],
)
def test_an_honest_action_is_read(text):
    assert read_action(text) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"bid"',
        "1e999",
        "NaN",
        '{"type":"bid","count":1e999}',
        '{"type":"bid","count":NaN}',
        '{"type":"bid","count":Infinity}',
        '{"type":"bid","count":-Infinity}',
        '{"type":"bid","count":' + "9" * 400 + "}",
        '{"type":"bid","count":2147483648}',
        '{"type":"bid","count":-2147483648}',
        '{"type":"bid","face":"\\ud800"}',
        '{"type":"bid","face":"\\u0000"}',
        '{"type":"bid","face":"\\u202e"}',
        '{"count":1}',
        '{"type":["bid"]}',
        '{"type":"' + "x" * 200 + '"}',
        '{"type":"bid","x":' + "[" * 5 + "]" * 5 + "}",
        '{"type":"bid","x":' + "[" * 900 + "]" * 900 + "}",
        '{"type":"bid","x":[' + ",".join("1" * 200) + "]}",
        '{"type":"bid","x":"' + "a" * 3000 + '"}',
        b"\xff\xfe{}",
        b'{"type":"bid","x":"\xff"}',
    ],
)
def test_hostile_text_is_no_action(text):
    refused(read_action, text)


def test_repeated_keys_are_read_like_one():
    assert read_action('{"type":"bid","type":"challenge"}') == {"type": "challenge"}


@pytest.mark.parametrize("value", [{"type": "bid", "x": {"y": object()}}, {"type": "bid", "x": b"y"}, {"type": "bid", "x": (1,)}])
def test_what_is_not_json_is_no_action(value):
    refused(check_action, value)


def test_size_is_counted_over_all_levels():
    wide = {"type": "bid", "x": [[1] * 30 for _ in range(3)]}
    assert check_action(wide) == wide
    refused(check_action, {"type": "bid", "x": [[1] * 30 for _ in range(5)]})


def test_depth_ends_before_python_does():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    refused(check_action, {"type": "bid", "x": deep})
