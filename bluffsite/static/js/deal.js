// What a shuffled deck is, for the fairness check of card games: the same order of cards as in games/core/cards.py.
const SUITS = ["C", "D", "H", "S"], SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** All cards of so many packs in the order in which the drawn numbers count them, jokers last. */
export function pack({ ranks = RANKS, packs = 1, jokers = 0 } = {}) {
  const one = SUITS.flatMap((suit) => ranks.map((rank) => rank + suit));
  return [...Array(packs).fill(one).flat(), ...Array(jokers).fill("X")];
}

/** A card as people read it: `♥7`, a joker `★`. */
export const sign = (card) => (card === "X" ? "★" : SIGNS[card.at(-1)] + card.slice(0, -1));

/** The cards of a shuffle in their order. */
export const shuffled = (cards, order) => order.map((number) => cards[number]);

/** Whether these hands hold the first cards of the shuffled deck, and no others. `hands` by seat, null or empty for none. */
export function holdTheFirst(cards, order, hands) {
  const held = hands.flatMap((hand) => hand ?? []);
  return JSON.stringify([...held].sort()) === JSON.stringify(shuffled(cards, order.slice(0, held.length)).sort());
}
