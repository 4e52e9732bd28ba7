/* Laying cards in Bluff (Nepal): what is chosen and named stands on the button in words; nothing of it leaves the page before. */

import { config, teach } from "table/table";
import { chosen, named, typed } from "table/hand";

const byId = (id) => document.getElementById(id);
const hand = () => [...document.querySelectorAll("#hand-cards .c-slot")];
/* The rank of the round, else the one named in the wheel. */
const rank = () => byId("fixed")?.dataset.rank ?? named();

function off(button, reason) {
  button.toggleAttribute("data-unready", reason !== null);
  if (reason) { button.setAttribute("aria-disabled", "true"); button.setAttribute("aria-describedby", reason); }
  else { button.removeAttribute("aria-disabled"); button.removeAttribute("aria-describedby"); }
}

/* The button says what it would do (UX-401). All last cards ask for a hold or a second press (UX-306). */
function settle() {
  const button = byId("lay");
  if (!button) return;
  const count = chosen().length, said = rank(), labels = config.labels;
  byId("lay-words").textContent = !count ? labels.none : said ? labels.said[said][count - 1] : labels.cards[count - 1];
  const times = byId("lay-times");
  times.hidden = !count || !said;
  times.textContent = times.hidden ? "" : labels.times[said][count - 1];
  button.toggleAttribute("data-risky", count > 0 && count === hand().length);
  if (!button.hasAttribute("data-off")) off(button, !count ? "why-cards" : !said ? "why-rank" : null);
}
document.addEventListener("hand:changed", settle);
document.addEventListener("table:changed", settle);
settle();

const laid = (cards, said) => ({ type: "lay", cards, ...(said && { rank: said }) });
teach("lay", () => laid(chosen(), rank()));

/* "lay 2 4 as seven": the second and fourth card; without a rank the round's own, or what the cards really are. */
teach("typed", (text, kind) => {
  if (kind !== "lay") return null;
  const read = typed(text), said = read && (read.named ?? byId("fixed")?.dataset.rank ?? own(read.cards) ?? named());
  return said ? laid(read.cards, said) : null;
});
const own = (cards) => (new Set(cards.map((card) => card.slice(0, -1))).size === 1 ? cards[0].slice(0, -1) : null);
