"""The hard level: all that was seen, habits of each seat, and the value of piles, in cards. Rules: common.bot.level."""

from collections import Counter
from collections.abc import Iterable
from math import exp
from random import Random

from games.bluffen.claims import nature, steps
from games.bluffen.memory import Habits, Memory
from games.bluffen.odds import cards_in, most_fitting
from games.bluffen.position import Position
from games.bluffen.state import Accept, Action, Challenge, Lay
from games.bluffen.style import HARD, Style
from games.core.card_memory import in_hand
from games.core.card_odds import holds, somebody_has, spent
from games.core.cards import JOKER, Card

_SHAPE = (1.0, 0.6, 0.3, 0.15)
"""How likely a lie has 1, 2, 3 or 4 cards, beside one of a single card."""
UNSURE = 0.001
"""What is not known is never told as certain."""
_MOST_FALSE = 2
"""False cards in one lay."""
_LAST_IS_CALLED = 0.97
_STAYS = 6.0
"""What it is worth, in cards, to keep somebody in a game that is played on."""


def choose(at: Position, memory: Memory, rng: Random, style: Style = HARD) -> Action:
    """Of all sensible actions one of the best."""
    return Thought(at, memory, style).choose(rng)


def calls(at: Position, memory: Memory, rng: Random, style: Style = HARD) -> bool:
    """Whether it challenges out of turn."""
    thought = Thought(at, memory, style)
    if thought.knows_true():
        return False
    if thought.calls_for_certain(rng):
        return True
    if at.lets_stand(rng):
        return False
    return (at.answers_last and at.options.finish == "stop") or thought.worth_of_challenge() > style.shy


def truth(at: Position, memory: Memory) -> float:
    """How likely it takes the newest claim to be true: 0 or 1 only where it knows."""
    thought = Thought(at, memory, HARD)
    if thought.knows_false():
        return 0.0
    return 1.0 if thought.knows_true() else min(1 - UNSURE, max(UNSURE, thought.chance_of_truth()))


class Hidden:
    """What is not known: how many cards, how many of them fit a claim, and which tracked cards a seat may hold."""

    def __init__(self, at: Position, memory: Memory, claim: str) -> None:
        known = Counter(at.known[len(at.own) :])
        spots = []
        for spot in memory.seen.spots:
            if spot.at[memory.seen.pile] >= 1 and known[spot.card]:  # the own cards in the pile, and what lies there face up
                known[spot.card] -= 1
            else:
                spots.append(spot)
        self._at, self._memory, self._claim = at, memory, claim
        self.pool = max(0, cards_in(at.options) - len(at.known) - len(spots))
        fit = sum([at.fits(card, claim) for card in at.known]) + sum([at.fits(spot.card, claim) for spot in spots])
        self.good = min(self.pool, max(0, most_fitting(at.options) - fit))

    def tracked(self, seat: int) -> tuple[list[float], float]:
        """The chances of the tracked cards that fit in this hand, and how many tracked cards it holds on average."""
        cards = in_hand(self._memory.seen, seat)
        return [chance for card, chance in cards if self._at.fits(card, self._claim)], sum([chance for _, chance in cards])


class Thought:
    """One position being thought about."""

    def __init__(self, at: Position, memory: Memory, style: Style) -> None:
        self._at, self._memory, self._style = at, memory, style

    # --- the newest claim ---------------------------------------------------------------------------------------------

    def knows_false(self) -> bool:
        """Not even if all that is unknown were as claimed could the claimant have had the cards."""
        at = self._at
        assert at.claimant is not None
        hidden = Hidden(at, self._memory, at.claim)
        cards = in_hand(self._memory.seen, at.claimant)
        sure = [card for card, chance in cards if chance >= 1]
        fit = sum([at.fits(card, at.claim) for card in sure])
        maybe = sum([at.fits(card, at.claim) for card, chance in cards if chance < 1]) + hidden.good
        return at.proves_false or fit + min(maybe, at.before - len(sure)) < at.claimed

    def calls_for_certain(self, rng: Random) -> bool:
        """Whether it knows the claim to be false and says so.

        In the mode `same_rank` nearly every follower must lie, and of two seats that are left each knows the other's hand: with
        every lie challenged the cards would go round for ever. So a weary player lets such lies stand too, unless its own
        cards disprove them.
        """
        at = self._at
        if at.proves_false:
            return True
        goes_round = at.options.mode == "same_rank" or len(at.others) == 1
        return self.knows_false() and not (goes_round and at.lets_stand(rng))

    def knows_true(self) -> bool:
        """Nothing that the claimant can have held would have been a lie."""
        at = self._at
        assert at.claimant is not None
        hidden = Hidden(at, self._memory, at.claim)
        cards = in_hand(self._memory.seen, at.claimant)
        sure = [card for card, chance in cards if chance >= 1]
        if not all(at.fits(card, at.claim) for card in sure):
            return at.proves_true
        is_full = len(sure) >= at.before
        return at.proves_true or is_full or (hidden.pool == hidden.good and all(at.fits(card, at.claim) for card, _ in cards))

    def chance_of_truth(self) -> float:
        """The chance that the newest claim is true, by its odds and by how its claimant has been caught."""
        at, style = self._at, self._style
        assert at.claimant is not None
        can = self._can(at.claim, at.claimed)
        habits = self._memory.habits[at.claimant]
        lies = _rate(habits.lies, habits.shown, 0.35, style.lie_trust) / 0.35
        honest = max(0.3, 1 - (1 - style.tells_true) * lies)
        if at.options.mode == "same_rank":
            exactly = max(can - 0.7 * self._can(at.claim, at.claimed + 1), 0.1 * can)
            true, false = honest * exactly, (1 - honest * can) * _SHAPE[at.claimed - 1]
        elif at.options.mode == "sequence" and at.pile > 1:
            each = [self._can(claim, 1) for claim in steps(at.claim)]
            none = (1 - each[0]) * (1 - each[1]) * (1 - each[2])
            true = honest * (1 - none) * can / sum(each) if can else 0.0
            false = (1 - honest * (1 - none)) / 3
        else:
            true, false = honest * can, 1 - honest * can
        if at.pile == at.claimed:  # an opener names what it has
            false *= 0.4
        return true / (true + false) if true + false else 0.0

    def _can(self, claim: str, count: int) -> float:
        at = self._at
        assert at.claimant is not None
        hidden = Hidden(at, self._memory, claim)
        known, tracked = hidden.tracked(at.claimant)
        free = max(0, round(at.before - tracked))
        earlier = sum([cards for name, cards in at.earlier if name == claim])
        chances = spent(hidden.pool, hidden.good, min(earlier, max(0, hidden.pool - free)), self._style.pile_true)
        return sum([chance * holds(count, known, pool, good, min(free, pool)) for pool, good, chance in chances])

    def worth_of_challenge(self) -> float:
        """In cards, beside letting the claim stand."""
        at = self._at
        assert at.claimant is not None
        true = self.chance_of_truth()
        stays = _STAYS if at.answers_last else 0.0
        return (1 - true) * (self._gain(at.pile, at.claimant) + stays) - true * at.pile

    # --- what to do ---------------------------------------------------------------------------------------------------

    def choose(self, rng: Random) -> Action:
        at, style = self._at, self._style
        lays = [] if at.answers_last else self._lays()
        if at.options.finish == "stop" and (wins := [lay for lay in lays if self._wins(lay)]):
            return wins[0]
        knows_false = at.live and self.calls_for_certain(rng)
        may_challenge = at.live and not self.knows_true() and (knows_false or not at.lets_stand(rng))
        if at.live and (knows_false or (at.answers_last and may_challenge and at.options.finish == "stop")):
            return Challenge()
        worth: dict[Action, float] = {lay: self._worth(lay) for lay in lays}
        if at.answers_last:
            worth[Accept()] = 0.0
        if may_challenge:
            worth[Challenge()] = self.worth_of_challenge() + (0 if at.answers_last else 1 - style.tempo)
        best, mix = max(worth.values()), style.mix + at.weary * at.opens  # or the same long set goes round and round
        good = {action: exp((value - best) / mix) for action, value in worth.items() if value > best - 3 * mix}
        return rng.choices(list(good), list(good.values()))[0]

    def _wins(self, lay: Lay) -> bool:
        at = self._at
        return len(lay.cards) == len(at.own) and (at.options.last_card_safe or at.is_open_start or at.is_true(lay))

    def _lays(self) -> list[Lay]:
        """Sensible lays: true ones, and with a false card or two."""
        at = self._at
        if at.is_open_start:
            return at.open_lays() or at.true_lays()
        lays = at.true_lays()
        if at.opens and at.most > 1 and at.weary:  # or whole sets go round
            lays += [Lay(lay.cards[:number], lay.claim) for lay in lays for number in range(1, len(lay.cards))]
        for claim in at.claims if not at.opens else at.best_claims():
            true = [card for card in at.fitting(claim) if card != JOKER] if at.most > 1 else []
            false = self._false_cards(claim)
            for number in range(1, min(_MOST_FALSE, len(false)) + 1):
                lays += [Lay((*some, *false[:number]), claim) for some in {(), tuple(true)} if len(some) + number <= at.most]
            if at.most == 1:
                lays += [Lay((card,), claim) for card in dict.fromkeys(false[1:6])]
        if at.options.last_card_safe or not any(len(lay.cards) == len(at.own) and at.is_true(lay) for lay in lays):
            return lays
        return [lay for lay in lays if len(lay.cards) < len(at.own) or at.is_true(lay)]

    def _false_cards(self, claim: str) -> list[Card]:
        """The own cards that make the claim false; by rank lone ones first, by suit one of each first."""
        at = self._at
        counts = Counter(nature(card, at.options) for card in at.own)
        false = [card for card in at.own if not at.fits(card, claim)]
        if at.options.mode != "suit":
            return sorted(false, key=lambda card: counts[nature(card, at.options)])
        firsts = {nature(card, at.options): card for card in false}
        return list(firsts.values())

    def _worth(self, lay: Lay) -> float:
        at, style = self._at, self._style
        assert lay.claim is not None
        left = list(at.own)
        for card in lay.cards:
            left.remove(card)
        pile, true = at.pile + len(lay.cards), at.is_true(lay)
        lighter = self._weight(at.own) - self._weight(left) + (0 if left else style.win) + self._kept(lay.claim, left)
        if at.is_open_start:
            return lighter
        called = self._called(lay, true) if left else 0.0 if at.options.last_card_safe else _LAST_IS_CALLED
        if true:
            return lighter + called * self._gain(pile, None)
        suit = nature(lay.cards[-1], at.options)
        long = sum([nature(card, at.options) == suit for card in left]) if at.options.mode == "suit" else 0
        return (1 - called) * (lighter + style.variety * long) - called * pile

    def _kept(self, claim: str, left: list[Card]) -> float:
        """What is left for the turns to come: the last card had better fit.

        By suit a card that fits is also a safe lay on a bigger pile, so that a lie is best told while the pile is small.
        """
        at, style = self._at, self._style
        claims = steps(claim) if at.options.mode == "sequence" else (claim,)
        fits = sum([any(at.fits(card, name) for name in claims) for card in left])
        if len(left) == 1 and not at.options.last_card_safe:
            return style.plan * bool(fits)
        if at.options.mode == "suit":
            return style.store * (1 - style.fades**fits) / (1 - style.fades)
        return 0.0 if at.options.last_card_safe else style.keep * bool(fits)

    def _called(self, lay: Lay, true: bool) -> float:
        """The chance that somebody challenges this lay."""
        at, style, memory = self._at, self._style, self._memory
        assert lay.claim is not None
        seats = at.others[:1] if at.options.challengers == "next" else at.others
        nobody = 1.0
        for place, seat in enumerate(seats):
            ready = _calls(memory.habits[seat], style) * (1 + style.each_card * (len(lay.cards) - 1))
            nobody *= 1 - min(0.9, ready if place == 0 else ready / 4)
        if not true:
            hidden = Hidden(at, memory, lay.claim)
            need = most_fitting(at.options) - len(lay.cards) + 1
            nobody *= 1 - somebody_has(need, hidden.pool, hidden.good, [min(at.held[seat], hidden.pool) for seat in seats])
            if any(sum(hidden.tracked(seat)[0]) >= need - 0.5 for seat in seats):
                nobody *= 0.2
        return 1 - nobody

    # --- values in cards ----------------------------------------------------------------------------------------------

    def _weight(self, hand: Iterable[Card]) -> float:
        hand = list(hand)
        if self._at.options.mode != "same_rank":
            return float(len(hand))
        return len(hand) + self._style.group * len({nature(card, self._at.options) for card in hand})

    def _gain(self, pile: int, seat: int | None) -> float:
        """What it is worth that a seat, or any other, takes so many cards; more of one that is nearly out."""
        near = 1 + 3 / (1 + self._at.held[seat]) if seat is not None else 1.0
        return self._style.gain * near * pile / len(self._at.others)


def _rate(seen: int, of: int, prior: float, trust: float) -> float:
    return (seen + prior * trust) / (of + trust)


def _calls(habits: Habits, style: Style) -> float:
    return _rate(habits.called, habits.faced, style.calls, style.call_trust)
