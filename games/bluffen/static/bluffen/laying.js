/* Laying cards in Bluffen: what is chosen and named stands on the button in words; nothing of it leaves the page before. */

import { config, teach } from "table/table";
import { chosen, named, typed } from "table/hand";

const byId = (id) => document.getElementById(id);
const hand = () => [...document.querySelectorAll("#hand-cards .c-slot")];
const row = () => byId("lay-row");
const isFaceUp = () => row()?.hasAttribute("data-face-up");
const JOKER = "X", SUITS = "CDHS";

/* What a card really is, as far as this table asks: its suit or its rank. */
const own = (card) => (card === JOKER ? null : row().dataset.by === "suit" ? card.at(-1) : card.slice(0, -1));

/* The claim of the round, else the one named in the picker; an open card says itself what it is. */
function claim(cards) {
  if (isFaceUp()) return cards.length !== 1 ? null : own(cards[0]) ?? named();
  return row()?.dataset.fixed || named();
}

/* Off until something is chosen, with the reason why. */
function off(button, reason) {
  button.toggleAttribute("data-unready", Boolean(reason));
  if (reason) { button.setAttribute("aria-disabled", "true"); button.setAttribute("aria-describedby", reason); }
  else { button.removeAttribute("aria-disabled"); button.removeAttribute("aria-describedby"); }
}

function draw(said, count) {
  const place = byId("lay-sign");
  place.replaceChildren();
  if (!said) return;
  const chip = document.createElement("span");
  chip.setAttribute("aria-hidden", "true");
  if (SUITS.includes(said)) {
    chip.className = `c-chip c-${said.toLowerCase()}`;
    chip.innerHTML = `<svg focusable="false"><use href="#suit-${said}"></use></svg>`;
  } else {
    chip.className = "c-chip bf-rank";
    chip.textContent = config.labels.sign[said][Math.max(count, 1) - 1];
  }
  place.append(chip);
}

/* The button says what it would do. All last cards ask for a hold or a second press (UX-306). */
function settle() {
  const button = byId("lay"), picker = byId("picker");
  if (!button) return;
  const cards = chosen(), count = cards.length, said = claim(cards), labels = config.labels, at = Math.max(count, 1) - 1;
  if (isFaceUp()) {
    const isJoker = cards[0] === JOKER;
    if (picker) picker.hidden = byId("joker-note").hidden = !isJoker;
    byId("lay-words").textContent = said ? labels.face_up[said] : labels.any;
  } else byId("lay-words").textContent = said ? labels.said[said][at] : labels.cards[at];
  draw(said, count);
  button.toggleAttribute("data-risky", count > 0 && count === hand().length);
  if (!button.hasAttribute("data-off")) off(button, !count ? "why-cards" : !said ? "why-claim" : null);
}
document.addEventListener("hand:changed", settle);
document.addEventListener("table:changed", settle);
settle();

const laid = (cards, said) => ({ type: "lay", cards, ...(said && { claim: said }) });
teach("lay", () => laid(chosen(), claim(chosen())));

/* "lay 3 as hearts": the third card. Without a claim it is the round's own, else what the card really is where that may be named. */
const offers = (said) => byId("picker")?.querySelector(`input[value="${said}"]:not([aria-disabled])`);
teach("typed", (text, kind) => {
  const read = kind === "lay" ? typed(text) : null;
  if (!read) return null;
  if (read.named || isFaceUp()) return laid(read.cards, read.named);
  const real = [...new Set(read.cards.map(own))];
  return laid(read.cards, row()?.dataset.fixed || (real.length === 1 && offers(real[0]) ? real[0] : named()));
});
