"""Looking back on a match: at each claim what was true, how likely it was, and which answer was better by the odds.

A game brings the module `games.<slug>.review` (`Review`), pure like the rest of it. Chances are those of its `odds`, and
are made of views, and of what was shown before, alone: what the seat that had to decide could know, and what everybody
could. Where somebody chooses what to lay, which answer is right more often also asks how people lay. Nothing here is for a
match that still runs. Rules: common.view.record.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from games.core.game import Bots, Engine, Language
from games.core.replay import Replayed

Answer = Literal["call", "stand"]
"""What can be done about a claim: call it (doubt, check, challenge), or let it stand (raise, accept, lay, let go)."""

NOBODY = -1
"""The seat of a memory that is a spectator's."""

CLOSE = 1e-9
"""Chances that differ by less are equal."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one claim afterwards. Chances are 0 to 1.

    `own` and `public`: that the claim was (or could be) true, for the seat that had to decide and for who saw no hand.
    `call` and `stand`: that this answer would have been right, for the decider. `better`: the likelier one, None where they
    are equal. `answer`: what the decider did, None where nothing was answered.
    """

    claimant: int
    decider: int
    true: bool
    own: float
    public: float
    call: float
    stand: float
    better: Answer | None
    answer: Answer | None


class Recalled(NamedTuple):
    """Of the newest claim, by what its reader sees and has seen in this match: whether it can be true, and whether it is.

    `true` asks how people lay and is that of the hard computer; None for a spectator.
    """

    can: float
    true: float | None


class Recall:
    """What each seat, and a spectator, has kept in mind of a match as it goes on."""

    def __init__(self, engine: Engine, bots: Bots, seats: int) -> None:
        self._engine, self._bots = engine, bots
        self._memories: dict[int | None, Any] = {seat: bots.new_memory(seats, seat) for seat in range(seats)}
        self._memories[None] = bots.new_memory(seats, NOBODY)

    def see(self, events: Iterable[Any]) -> None:
        for event in events:
            for seat, memory in self._memories.items():
                shown = self._engine.show(event, seat)
                if shown is not None:
                    self._memories[seat] = self._bots.remember(memory, shown)

    def of(self, seat: int | None) -> Any:
        """The memory of a seat, or of a spectator (None)."""
        return self._memories[seat]


class Review(Protocol):
    """The module `games.<slug>.review`."""

    CHANCE: Literal["true", "possible"]
    """What `holds` is the chance of: that the claim is true, or, where somebody chooses what to lay, that it can be."""

    def claimant(self, event: Any) -> int | None:
        """Who claims something by this event; None for every other event."""

    def is_open(self, state: Any) -> bool:
        """Whether the newest claim waits for an answer."""

    def is_true(self, state: Any) -> bool:
        """Whether the newest claim is true."""

    def holds(self, view: Any) -> float:
        """The chance that the newest claim is (or can be) true, for the reader of this view and by nothing but it."""

    def stands(self, view: Any) -> float:
        """The chance that letting the newest claim stand is right for the reader of this view, who has to answer.

        Asked only where `holds` is the chance that the claim is true.
        """

    def recalled(self, view: Any, memory: Any) -> Recalled:
        """The same with a memory of `Bots` that has been told of the newest claim.

        Asked, and offered, only where `holds` is the chance that the claim can be true: there cards stay the same all game long.
        """

    def truth(self, state: Any, language: Language) -> str:
        """What the newest claim was about, as it really was, in one sentence; cards as signs (`♥7`)."""

    def answer(self, answer: Answer, language: Language) -> str:
        """An answer as a label after a colon: `doubt`, `bid higher`."""

    def hands(self, state: Any) -> tuple[tuple[str, ...], ...]:
        """What each seat holds, by seat: codes of cards, or names of dice (`1` to `6`, `star`)."""

    def ruling(self, event: Any) -> str | None:
        """The rule that a ruling goes by; None for every other event."""


def judge(
    engine: Engine, review: Review, state: Any, claimant: int, decider: int, answer: Answer | None = None, recall: Recall | None = None
) -> Verdict:
    """The newest claim of a state in which it is open, for the seat that decides about it.

    `recall` has been told of all events until then; it is needed where chances are of what can be true.
    """
    mine, everyones = engine.view(state, decider), engine.view(state, None)
    if review.CHANCE == "true":
        own, public = review.holds(mine), review.holds(everyones)
        call, stand = 1 - own, review.stands(mine)
    else:
        assert recall is not None
        own, true = review.recalled(mine, recall.of(decider))
        public = review.recalled(everyones, recall.of(None)).can
        assert true is not None  # the decider is no spectator
        call, stand = 1 - true, true
    return Verdict(
        claimant=claimant,
        decider=decider,
        true=review.is_true(state),
        own=own,
        public=public,
        call=call,
        stand=stand,
        better=_likelier(call, stand),
        answer=answer,
    )


def _likelier(call: float, stand: float) -> Answer | None:
    return None if abs(call - stand) < CLOSE else "call" if call > stand else "stand"


def verdicts(
    engine: Engine, review: Review, steps: Sequence[Replayed], calls: Callable[[Any], tuple[int, int] | None], bots: Bots
) -> dict[int, Verdict]:
    """The claims of a match by the number of their entry. `calls` is `Page.calls` of the game.

    Who called a claim had to decide about it; where nobody did, the seat that was waited for.
    """
    found = {}
    recall = Recall(engine, bots, steps[0].after.seats) if steps and review.CHANCE == "possible" else None
    for at, step in enumerate(steps):
        if recall is not None:
            recall.see(step.events)
        claimant = next((seat for event in step.events if (seat := review.claimant(event)) is not None), None)
        if claimant is None or not review.is_open(step.after):
            continue
        caller = _caller(review, steps[at + 1 :], calls, claimant)
        waited = engine.actors(step.after).waited
        decider = waited if caller is None else caller
        if decider is None:
            continue
        answer: Answer | None = "call" if caller is not None else "stand" if _went_on(review, steps, at, decider) else None
        found[step.entry.number] = judge(engine, review, step.after, claimant, decider, answer, recall)
    return found


def _caller(review: Review, later: Sequence[Replayed], calls: Callable[[Any], tuple[int, int] | None], claimant: int) -> int | None:
    """Who called the claim, if somebody did before it was answered otherwise."""
    for step in later:
        for event in step.events:
            call = calls(event)
            if call is not None:
                return call[0] if call[1] == claimant else None
            if review.claimant(event) is not None:
                return None
        if not review.is_open(step.after):
            return None
    return None


def _went_on(review: Review, steps: Sequence[Replayed], at: int, decider: int) -> bool:
    """Whether the decider's next own entry let the claim stand."""
    following = next((step for step in steps[at + 1 :] if step.entry.seat is not None and step.events), None)
    return following is not None and following.entry.seat == decider and following.entry.action.get("type") not in ("leave", "rejoin")
