// What a drawn number is in Blef, and whether the events of a log entry show what was drawn.
import { RANKS, shuffled, sign } from "../js/deal.js";

// The pack of Blef: ranks from low to high with the ace on top, in each rank clubs, diamonds, hearts, spades.
const RISING = [...RANKS.slice(1), "A"], SUITS = ["C", "D", "H", "S"];
const pack = (size) => RISING.slice(-size / SUITS.length).flatMap((rank) => SUITS.map((suit) => rank + suit));

/** The drawn numbers of a deal or a lot as people say them: the shuffled pack in its order, or the number of a seat. */
export const said = ([, kind, size, , outcome]) => (kind === "shuffle" ? shuffled(pack(size), outcome).map(sign).join(" ") : String(outcome[0] + 1));

/** The first cards of the shuffled pack go to the seats in their order, each as many as it has; a lot's event holds the seat drawn. */
export function shownAs({ draws, events }) {
  const decks = draws.filter(([, kind]) => kind === "shuffle").map(([, , size, , outcome]) => shuffled(pack(size), outcome));
  const dealt = events.filter(({ type }) => type === "dealt").map(({ hands }) => hands.map((hand) => hand ?? []));
  const areDealt = dealt.length === decks.length && dealt.every((hands, at) => {
    let next = 0;
    return hands.every((hand) => String([...hand].sort()) === String(decks[at].slice(next, (next += hand.length)).sort()));
  });
  const lots = draws.filter(([, kind]) => kind === "lot").map(([, , , , [seat]]) => seat);
  const dealers = events.filter(({ type }) => type === "lot").map(({ seat }) => seat);
  return areDealt && String(lots) === String(dealers);
}
