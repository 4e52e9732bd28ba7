"""The hard level: all that was seen, habits of each seat, and the value of piles and leads, in cards. Rules: common.bot.level."""

from collections import Counter
from collections.abc import Iterable
from math import exp
from random import Random

from games.bluff_nepal.memory import Habits, Memory
from games.bluff_nepal.odds import cards_in, fits, has, most_fitting
from games.bluff_nepal.position import MOST, Position, false_cards, true_parts
from games.bluff_nepal.state import Action, Call, Lay, LetGo, Pass
from games.bluff_nepal.style import HARD, Style
from games.core.card_memory import in_hand
from games.core.card_odds import at_least, holds, somebody_has, spent
from games.core.cards import JOKER, Card, Rank, rank_of

_SHAPE = (1.0, 0.6, 0.3, 0.15)
"""How likely a lie has 1, 2, 3 or 4 cards, beside one of a single card."""
UNSURE = 0.001
"""What is not known is never told as certain."""
_MOST_FALSE = 2
"""False cards in one lay."""
_LAST_IS_CALLED = 0.97


def choose(at: Position, memory: Memory, rng: Random, style: Style = HARD) -> Action:
    """Of all sensible actions one of the best."""
    return Thought(at, memory, style).choose(rng)


def calls(at: Position, memory: Memory, rng: Random, style: Style = HARD) -> bool:
    """Whether it calls out of turn."""
    thought = Thought(at, memory, style)
    if thought.knows_true():
        return False
    return at.answers_last or thought.knows_false() or thought.worth_of_call() > style.bold + style.shy


def truth(at: Position, memory: Memory) -> float:
    """How likely it takes the newest claim to be true: 0 or 1 only where it knows."""
    thought = Thought(at, memory, HARD)
    if thought.knows_false():
        return 0.0
    return 1.0 if thought.knows_true() else min(1 - UNSURE, max(UNSURE, thought.chance_of_truth()))


class Hidden:
    """What is not known: how many cards, how many of them fit a rank, and which tracked cards a seat may hold."""

    def __init__(self, at: Position, memory: Memory, rank: Rank) -> None:
        spots = [spot for spot in memory.seen.spots if spot.at[memory.seen.pile] < 1 or spot.card not in at.known]
        self._memory, self._rank = memory, rank
        self.pool = max(0, cards_in(jokers=at.jokers) - len(at.known) - len(spots))
        known = sum([fits(card, rank) for card in at.known]) + sum([fits(spot.card, rank) for spot in spots])
        self.good = min(self.pool, max(0, most_fitting(jokers=at.jokers) - known))

    def tracked(self, seat: int) -> tuple[list[float], float]:
        """The chances of the tracked cards that fit in this hand, and how many tracked cards it holds on average."""
        cards = in_hand(self._memory.seen, seat)
        return [chance for card, chance in cards if fits(card, self._rank)], sum([chance for _, chance in cards])


class Thought:
    """One position being thought about."""

    def __init__(self, at: Position, memory: Memory, style: Style) -> None:
        self._at, self._memory, self._style = at, memory, style
        self._all_pass = 0.5 ** max(1, at.waiting)

    # --- the newest claim ---------------------------------------------------------------------------------------------

    def knows_false(self) -> bool:
        """Not even if all that is unknown were as claimed could the layer have had the cards."""
        at = self._at
        assert at.rank is not None and at.layer is not None
        hidden = Hidden(at, self._memory, at.rank)
        cards = in_hand(self._memory.seen, at.layer)
        sure = [card for card, chance in cards if chance >= 1]
        fit = sum([fits(card, at.rank) for card in sure])
        maybe = sum([fits(card, at.rank) for card, chance in cards if chance < 1]) + hidden.good
        return at.proves_false or fit + min(maybe, at.before - len(sure)) < at.claimed

    def knows_true(self) -> bool:
        """Nothing that the layer can have held would have been a lie."""
        at = self._at
        assert at.rank is not None and at.layer is not None
        hidden = Hidden(at, self._memory, at.rank)
        cards = in_hand(self._memory.seen, at.layer)
        sure = [card for card, chance in cards if chance >= 1]
        if not all(fits(card, at.rank) for card in sure):
            return at.proves_true
        is_full = len(sure) >= at.before
        return at.proves_true or is_full or (hidden.pool == hidden.good and all(fits(card, at.rank) for card, _ in cards))

    def chance_of_truth(self) -> float:
        """The chance that the newest claim is true, by its odds and by how its layer has been caught."""
        at, style = self._at, self._style
        assert at.layer is not None
        can, more = self._can(at.claimed), self._can(at.claimed + 1)
        habits = self._memory.habits[at.layer]
        lies = _rate(habits.lies, habits.shown, 0.4, style.lie_trust) / 0.4
        if at.is_lead:
            usual = has(at.claimed, at.before, 0, 0, jokers=at.jokers)
            false = min(0.95, (1 - style.lead_true) * lies) * _SHAPE[at.claimed - 1]
            true = style.lead_true * min(1.0, can / usual if usual else 0.0) * (0.4 + 0.15 * at.claimed)
        else:
            true = style.follow_true * max(can - 0.7 * more, 0.1 * can)
            false = (1 - can + can * (1 - style.follow_true)) * min(0.95, style.follow_lies * lies) * _SHAPE[at.claimed - 1]
        return true / (true + false) if true + false else 0.0

    def _can(self, count: int) -> float:
        at = self._at
        assert at.rank is not None and at.layer is not None
        hidden = Hidden(at, self._memory, at.rank)
        known, tracked = hidden.tracked(at.layer)
        free = max(0, round(at.before - tracked))
        chances = spent(hidden.pool, hidden.good, min(at.hidden_claims, max(0, hidden.pool - free)), self._style.pile_true)
        return sum([chance * holds(count, known, pool, good, min(free, pool)) for pool, good, chance in chances])

    def worth_of_call(self) -> float:
        """In cards, beside letting the claim stand."""
        at, style = self._at, self._style
        assert at.layer is not None
        true = self.chance_of_truth()
        return (1 - true) * (self._gain(at.pile, at.layer) + style.lead) - true * (self._cost(at.pile) + style.lead * 0.5)

    # --- what to do ---------------------------------------------------------------------------------------------------

    def choose(self, rng: Random) -> Action:
        at, style = self._at, self._style
        lays = [] if at.answers_last else self._lays()
        if wins := [lay for lay in lays if len(lay.cards) == len(at.own) and _is_true(lay)]:
            return wins[0]
        if at.live and self.knows_false():
            return Call()
        may_call = at.live and not self.knows_true()
        if at.answers_last:
            return Call() if may_call else LetGo()
        worth: dict[Action, float] = {lay: self._worth(lay) for lay in lays}
        if at.rank is not None:
            worth[Pass()] = 0.0
        if may_call:
            worth[Call()] = self.worth_of_call() - style.bold
        best = max(worth.values())
        good = {action: exp((value - best) / style.mix) for action, value in worth.items() if value > best - 3 * style.mix}
        return rng.choices(list(good), list(good.values()))[0]

    def _lays(self) -> list[Lay]:
        """Sensible lays: true ones, and with a false card or two."""
        at = self._at
        lays = true_parts(at.own, at.rank or "A", at.rank is None)
        for rank in [at.rank] if at.rank else [lay.rank for lay in lays if lay.rank]:
            true = [card for card in at.own if rank_of(card) == rank]
            false = false_cards(at.own, rank)
            lays += [
                Lay((*true[:MOST], *false[:number]), rank)
                for number in range(1, _MOST_FALSE + 1)
                if number <= len(false) and len(true) + number <= MOST
            ]
            if jokers := [card for card in at.own if card == JOKER]:
                lays.append(Lay((*true[: MOST - 1], jokers[0]), rank))
        empties_true = any(len(lay.cards) == len(at.own) and _is_true(lay) for lay in lays)
        return [lay for lay in lays if _is_true(lay) or not (empties_true and len(lay.cards) == len(at.own))]

    def _worth(self, lay: Lay) -> float:
        at, style = self._at, self._style
        left = list(at.own)
        for card in lay.cards:
            left.remove(card)
        pile, true = at.pile + len(lay.cards), _is_true(lay)
        called = self._called(lay, true) if left else _LAST_IS_CALLED
        lighter = self._weight(at.own) - self._weight(left) + (0 if left else style.win)
        if true:
            return lighter + called * (self._gain(pile, None) + style.lead) + (1 - called) * self._all_pass * style.lead
        return (1 - called) * (lighter + self._all_pass * style.lead) - called * (self._cost(pile) + style.lead * 0.5)

    def _called(self, lay: Lay, true: bool) -> float:
        """The chance that somebody calls this lay."""
        at, style = self._at, self._style
        nobody = 1.0
        for seat in at.others:
            nobody *= 1 - min(0.9, _calls(self._memory.habits[seat], style) * (1 + style.each_card * (len(lay.cards) - 1)))
        if not true:
            assert lay.rank is not None
            hidden = Hidden(at, self._memory, lay.rank)
            need = most_fitting(jokers=at.jokers) - len(lay.cards) + 1
            hands = [min(at.held[seat], hidden.pool) for seat in at.others]
            nobody *= 1 - somebody_has(need, hidden.pool, hidden.good, hands)
            if any(sum(hidden.tracked(seat)[0]) >= need - 0.5 for seat in at.others):
                nobody *= 0.2
            pub = at_least(cards_in(jokers=at.jokers), most_fitting(jokers=at.jokers), len(at.own), len(lay.cards))
            nobody *= 0.5 + 0.5 * min(1.0, pub * 4)
        return 1 - nobody

    # --- values in cards ----------------------------------------------------------------------------------------------

    def _weight(self, hand: Iterable[Card]) -> float:
        counts = Counter(rank_of(card) for card in hand)
        counts.pop(None, None)
        return sum([self._style.group + self._style.card * count for count in counts.values()])

    def _cost(self, pile: int) -> float:
        return (self._style.card + self._style.group * 0.4) * pile

    def _gain(self, pile: int, seat: int | None) -> float:
        """What it is worth that a seat, or any other, takes so many cards; more of one that is nearly out."""
        near = 1 + 3 / (1 + self._at.held[seat]) if seat is not None else 1.0
        return self._style.gain * near * self._cost(pile) / len(self._at.others)


def _is_true(lay: Lay) -> bool:
    assert lay.rank is not None
    return all(fits(card, lay.rank) for card in lay.cards)


def _rate(seen: int, of: int, prior: float, trust: float) -> float:
    return (seen + prior * trust) / (of + trust)


def _calls(habits: Habits, style: Style) -> float:
    return _rate(habits.called, habits.faced, style.calls, style.call_trust)
