"""What a process keeps of what it has rendered, and how fragments find their values."""

import jinja2
import pytest

from bluffsite.jinja import for_readers
from games.play.render.parts import Kept, addresses


def test_what_is_asked_for_stays_and_the_rest_goes():
    kept, made = Kept(3), []

    def ask(key: int) -> int:
        return kept.once(key, lambda: made.append(key) or key * 10)  # type: ignore[func-returns-value]

    assert [ask(1), ask(1)] == [10, 10]
    assert made == [1]
    for other in range(2, 30):
        assert ask(other) == other * 10
        assert ask(1) == 10
    assert made == list(range(1, 30))  # 1 was never made again
    assert ask(2) == 20
    assert made[-1] == 2  # but 2 was


def test_it_never_holds_more_than_twice_its_size():
    kept = Kept(5)
    for key in range(100):
        kept.once(key, lambda key=key: key)
    assert len(kept._young) + len(kept._old) <= 10
    kept.clear()
    assert (kept._young, kept._old) == ({}, {})


def test_the_addresses_of_a_table_hold_its_key():
    for name, address in addresses("abc-DEF_1").items():
        assert address.startswith("/tables/abc-DEF_1/"), name


def test_a_name_that_a_fragment_is_not_given_is_an_error():
    made = for_readers("en", False).from_string("{{ here }} {{ gone }}")
    with pytest.raises(jinja2.UndefinedError, match="'gone' is undefined"):
        made.render(here=1)


def test_fragments_call_macros_functions_and_what_wants_the_context():
    source = "{% macro twice(x) %}{{ x }}{{ x }}{% endmacro %}{% for n in (1, 2) %}{{ twice(n) }}{{ add(n, 1) }}{{ wants(n) }} {% endfor %}"

    @jinja2.pass_context
    def wants(context: jinja2.runtime.Context, n: int) -> str:
        return str(context.resolve("add")(n, 2))

    made = for_readers("en", False).from_string(source)
    assert made.render(add=lambda a, b: a + b, wants=wants) == "1123 2234 "
