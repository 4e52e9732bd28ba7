"""What a page of every registered game costs the server, in a process of its own with an empty database.

`python -m bluffsite.bench.pages PLAN` (JSON) prints a list of `PageCost` as JSON. CPU times of the process.
"""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

import django
import msgspec

from bluffsite.bench import engines, machine
from bluffsite.bench.report import PageCost


class Plan(msgspec.Struct):
    """`times`: how often each thing is made; the middle one counts. `matches` are searched for the largest hand."""

    core: int | None
    times: int
    matches: int


def main() -> None:
    plan = msgspec.json.decode(sys.argv[1], type=Plan)
    machine.pin(plan.core)
    django.setup()
    from django.core.management import call_command

    from games.core.registry import all_games

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0, skip_checks=True)
    costs = [_costs(game, plan) for game in all_games()]
    sys.stdout.write(msgspec.json.encode(costs).decode() + "\n")
    sys.stdout.flush()
    os._exit(0)  # announcing threads would wait for a Redis that is not there


def _costs(game: Any, plan: Plan) -> PageCost:
    from bluffsite.bench.seats import make
    from games.play import selectors
    from games.play.services import record as records

    state, seat, held = engines.largest_hand(game, plan.matches)
    made = make(1, ["en"], game.slug, seats=state.seats, options={})[0]
    request = _request(made)
    request()  # the first one compiles the templates
    facts = selectors.facts(made.table_id)
    record = msgspec.structs.replace(records.read(made.table_id), state=state)

    def parts() -> tuple[Any, Any]:
        sight = selectors.shown(facts, record, now=facts.at)
        return sight.public, sight.seat(seat)

    return PageCost(
        game=game.slug,
        seats=state.seats,
        held=held,
        page_ms=_middle(request, plan.times),
        own_new_ms=_middle(lambda: _own(*parts()), plan.times, before=_forget),
        own_known_ms=_middle(lambda: _own(*parts()), plan.times),
        public_ms=_middle(lambda: _public(parts()[0]), plan.times),
    )


def _own(shown: Any, seat: Any) -> str:
    from games.play import render

    return render.own_html(shown, seat, "en", False)


def _public(shown: Any) -> str:
    from games.play import render

    return render.public_html(shown, "en", False)


def _forget() -> None:
    """Nothing that was rendered before helps the next time."""
    from games.play.render import parts

    parts.forget()


def _request(made: Any) -> Callable[[], Any]:
    """What asks for the whole page of a running match as the person in seat 0, through every middleware."""
    from django.test import Client

    from bluffsite.accounts.models import User

    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.get(pk=made.users[0]))

    def get() -> None:
        answer = client.get(f"/tables/{made.key}/")
        assert answer.status_code == 200, answer.status_code

    return get


def _middle(call: Callable[[], Any], times: int, before: Callable[[], None] = lambda: None) -> float:
    """The median of its CPU times in milliseconds."""
    took = []
    for _ in range(times):
        before()
        began = time.process_time_ns()
        call()
        took.append(time.process_time_ns() - began)
    return sorted(took)[len(took) // 2] / 1e6


if __name__ == "__main__":
    main()
