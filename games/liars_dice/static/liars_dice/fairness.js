// What a drawn number is in Liar's Dice, and whether the events of a log entry show what was drawn.
const FACES = [1, 2, 3, 4, 5, "*"];

/** The drawn numbers of a roll or a lot as people say them. */
export const said = ([, kind, , , outcome]) => (kind === "throws" ? outcome.map((number) => (number === 5 ? "★" : FACES[number])).join(" ") : String(outcome[0] + 1));

/** A roll's event holds the faces of its draw, seat by seat; a lot's event holds the seat drawn. */
export function shownAs({ draws, events }) {
  const rolled = draws.filter(([, kind]) => kind === "throws").flatMap(([, , , , outcome]) => outcome.map((number) => FACES[number]));
  const shown = events.filter(({ type }) => type === "rolled").flatMap(({ dice }) => dice.flatMap((own) => own ?? []));
  const lots = draws.filter(([, kind]) => kind === "lot").map(([, , , , [seat]]) => seat);
  const openers = events.filter(({ type }) => type === "lot").map(({ seat }) => seat);
  return JSON.stringify([rolled, lots]) === JSON.stringify([shown, openers]);
}
