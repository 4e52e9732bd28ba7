// What a drawn number is in Blufpoker, and whether the events of a log entry show what was drawn.

/** The drawn numbers as people say them: dice as they fell, seats after a swap from the first on. */
export const said = ([, , , , outcome]) => outcome.map((number) => number + 1).join(" ");

/** Open dice and throws hold the dice of their draws, in order; a swap holds the seats as they were shuffled. */
export function shownAs({ draws, events }) {
  const of = (kind) => draws.filter(([, one]) => one === kind).flatMap(([, , , , outcome]) => outcome);
  const drawn = of("throws").map((number) => number + 1);
  const shown = events.flatMap((event) => {
    if (event.type === "start_rolled") return event.rolls.flatMap((roll) => roll.filter((die) => die !== null));
    return event.type === "thrown" || event.type === "attempt_thrown" ? event.dice : [];
  });
  const orders = events.filter(({ type }) => type === "swapped").flatMap(({ order }) => order);
  return JSON.stringify([drawn, of("shuffle")]) === JSON.stringify([shown, orders]);
}
