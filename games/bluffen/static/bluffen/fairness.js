// What a drawn number is in Bluffen, and whether the events of a log entry show what was drawn.
import { holdTheFirst, pack, shuffled, sign } from "../js/deal.js";

const PACKS = { 52: [1, 0], 54: [1, 2], 104: [2, 0], 108: [2, 4] };
const deck = ({ length }) => { const [packs, jokers] = PACKS[length] ?? [1, 0]; return pack({ packs, jokers }); };

/** The drawn numbers of a deal as cards in their order, of a lot the seat. */
export const said = ([, kind, , , outcome]) => (kind === "shuffle" ? shuffled(deck(outcome), outcome).map(sign).join(" ") : String(outcome[0] + 1));

/** The hands of a deal hold the whole shuffled deck; a lot's event holds the seat drawn. */
export function shownAs({ draws, events }) {
  const deals = events.filter(({ type }) => type === "dealt"), shuffles = draws.filter(([, kind]) => kind === "shuffle");
  const lots = draws.filter(([, kind]) => kind === "lot").map(([, , , , [seat]]) => seat);
  const starters = events.filter(({ type }) => type === "lot").map(({ seat }) => seat);
  const dealt = shuffles.every(([, , , , outcome], at) => deals[at] && deals[at].hands.flat().length === outcome.length && holdTheFirst(deck(outcome), outcome, deals[at].hands));
  return shuffles.length === deals.length && dealt && JSON.stringify(lots) === JSON.stringify(starters);
}
