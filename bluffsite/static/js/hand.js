/* A hand of cards as a list box (UX-805): chosen by touch, mouse, arrows, space and numbers; sorted as its owner likes (UX-411).

   Without this file the same cards are checkboxes of the plain form. What is chosen stays while others play. */

import { bubble, config, keep, latin, press } from "table/table";
import { prefs } from "table/prefs";

const byId = (id) => document.getElementById(id);
const list = () => byId("hand-cards");
const slots = () => [...(list()?.children ?? [])];
const box = (slot) => slot.querySelector("input.c-box");
const STORE = `bluffsite.hand.${location.pathname}`;
let before = null, dragged = null, moved = false;

/* The codes that are chosen, in the order in which the hand shows them. */
export const chosen = () => slots().filter((slot) => box(slot)?.checked).map((slot) => slot.dataset.card);

/* A part that shows the same cards stays as it is: sorted, chosen and in focus. */
keep((old, fresh) => old.id === "hand-cards" && fresh.dataset?.codes === old.dataset.codes && fresh.dataset.most === old.dataset.most);

function told() {
  for (const slot of slots()) if (box(slot)) slot.setAttribute("aria-selected", String(box(slot).checked));
  ring();
  document.dispatchEvent(new CustomEvent("hand:changed", { detail: chosen() }));
}

function toggle(slot) {
  const input = slot && box(slot);
  if (!input) return;
  const most = Number(list().dataset.most);
  if (!input.checked && chosen().length >= most) {
    if (most > 1) { bubble(list().dataset.over); return; }
    for (const other of slots()) box(other).checked = false;
  }
  input.checked = !input.checked;
  told();
}
export function clear() {
  for (const slot of slots()) if (box(slot)) box(slot).checked = false;
  told();
}
/* Choose these codes, for typed commands. False if one of them is not there. */
export function choose(codes) {
  clear();
  for (const code of codes) {
    const slot = slots().find((one) => one.dataset.card === code && !box(one)?.checked);
    if (!slot || !box(slot)) { clear(); return false; }
    box(slot).checked = true;
  }
  told();
  return true;
}

/* "play 2 4 as seven": the cards in these places of the hand, and what they are called. Null where a place is empty. */
const AS = ["as", "als", "भनेर", "भनी"];
export function typed(text) {
  const parts = text.split(/[\s,:]+/).filter(Boolean), isPlace = (part) => /^\d+$/.test(part);
  const at = parts.findIndex((part) => AS.includes(part)), before = at < 0 ? parts : parts.slice(0, at);
  const cards = before.filter(isPlace).map((place) => slots()[place - 1]?.dataset.card);
  const words = at < 0 ? parts.filter((part) => !isPlace(part)) : parts.slice(at + 1);
  return cards.length && cards.every(Boolean) ? { cards, named: words.map((word) => config.names?.[word]).find(Boolean) ?? null } : null;
}

/* The rank or suit that the chosen cards really have is ringed in its picker, and taken unless another was named. */
function ring() {
  const picker = byId("picker"), kind = picker?.dataset.truth;
  if (!kind) return;
  const real = new Set(slots().filter((slot) => box(slot)?.checked && slot.dataset.suit).map((slot) => slot.dataset[kind]));
  const truth = real.size === 1 ? [...real][0] : null;
  for (const choice of picker.querySelectorAll(".c-choice")) {
    const is = choice.dataset.value === truth, input = choice.querySelector("input");
    choice.classList.toggle("true", is);
    choice.querySelector(".c-true").textContent = is ? ` ${picker.dataset.trueText}` : "";
    if (is && !picker.dataset.named && input.getAttribute("aria-disabled") !== "true") input.checked = true;
  }
  const row = picker.querySelector(".c-choices"), shown = row.querySelector("input:checked")?.parentElement;
  if (shown) row.scrollLeft = shown.offsetLeft - row.offsetLeft - (row.clientWidth - shown.clientWidth) / 2;
}
document.addEventListener("change", (event) => {
  const picker = event.target.closest(".c-picker");
  if (!picker) return;
  if (event.target.getAttribute("aria-disabled") === "true") { event.target.checked = false; bubble(byId(event.target.getAttribute("aria-describedby"))); return; }
  picker.dataset.named = "1";
  document.dispatchEvent(new CustomEvent("hand:changed", { detail: chosen() }));
});
export const named = () => byId("picker")?.querySelector("input:checked")?.value ?? null;

/* --- order ---------------------------------------------------------------------------------------------------------- */
const order = () => prefs.sort || list()?.dataset.by || "rank";
function own() { try { return JSON.parse(sessionStorage.getItem(STORE) ?? "[]"); } catch { return []; } }
function remember() { try { sessionStorage.setItem(STORE, JSON.stringify(slots().map((slot) => slot.id))); } catch { /* for this visit */ } }

function sort() {
  const cards = slots(), kept = own(), focused = document.activeElement;
  if (!cards.length) return;
  const place = { rank: (slot) => Number(slot.dataset.byRank), suit: (slot) => Number(slot.dataset.bySuit), hand: (slot) => (kept.indexOf(slot.id) + kept.length + 1) % (kept.length + 1) };
  const by = place[order()] ?? place.rank;
  const wanted = [...cards].sort((one, other) => by(one) - by(other));
  if (wanted.some((slot, at) => slot !== cards[at])) {
    list().append(...wanted);
    if (list().contains(focused)) focused.focus({ preventScroll: true });
  }
  byId("hand-sort")?.classList.toggle("by-hand", order() === "hand");
  for (const control of document.querySelectorAll("[data-pref=sort]")) control.value = order();
  for (const button of document.querySelectorAll("[data-move]")) button.hidden = order() !== "hand";
}

function move(slot, step) {
  const other = step < 0 ? slot?.previousElementSibling : slot?.nextElementSibling;
  if (!other) return;
  if (step < 0) other.before(slot); else other.after(slot);
  remember();
  slot.focus({ preventScroll: true });
}

/* --- the list box ----------------------------------------------------------------------------------------------------- */
const at = () => slots().find((slot) => slot.tabIndex === 0);
function rove(slot) {
  if (!slot) return;
  for (const one of slots()) one.tabIndex = one === slot ? 0 : -1;
  slot.focus({ preventScroll: true });
  if (getComputedStyle(list()).overflowY === "auto") slot.scrollIntoView({ block: "nearest" });
}

function begin() {
  const hand = list();
  if (!hand) { before = null; return; }
  const codes = hand.dataset.codes;
  if (hand.dataset.most) {
    hand.setAttribute("role", "listbox");
    hand.setAttribute("aria-multiselectable", String(Number(hand.dataset.most) > 1));
    const held = at() ?? hand.firstElementChild;
    for (const slot of slots()) {
      slot.setAttribute("role", "option");
      slot.setAttribute("aria-label", slot.dataset.said);
      slot.tabIndex = slot === held ? 0 : -1;
    }
    if (before !== null && before !== codes) for (const slot of slots()) box(slot).checked = false;
  }
  before = codes;
  sort();
  if (hand.dataset.most) told();
}

/* A box inside a label would be toggled twice: the label is only for those without a script. */
document.addEventListener("click", (event) => {
  const slot = event.target.closest("[data-hand] .c-slot");
  if (slot) {
    event.preventDefault();
    if (!moved && box(slot)) { rove(slot); toggle(slot); }
    moved = false;
    return;
  }
  const mover = event.target.closest("[data-move]");
  if (mover) move(slots().find((one) => box(one)?.checked) ?? at(), Number(mover.dataset.move));
});

document.addEventListener("keydown", (event) => {
  if (!list() || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const slot = event.target.closest("[data-hand] .c-slot"), cards = slots();
  if (slot) {
    const now = cards.indexOf(slot), step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step && event.shiftKey && order() === "hand") { event.preventDefault(); move(slot, step); return; }
    const to = step ? cards[(now + step + cards.length) % cards.length] : { Home: cards[0], End: cards.at(-1) }[event.key];
    if (to) { event.preventDefault(); rove(to); return; }
    if (event.key === " ") { event.preventDefault(); toggle(slot); return; }
    if (event.key === "Enter") { event.preventDefault(); press(document.querySelector("[data-key=go]")); return; }
  }
  if (!prefs.keys || event.target.closest("input, select, textarea") || !list().dataset.most) return;
  const number = "1234567890".indexOf(latin(event.key));
  if (event.key.length === 1 && number >= 0 && cards[number]) { event.preventDefault(); rove(cards[number]); toggle(cards[number]); }
});

/* Sorted by hand: a card is drawn along the row. */
document.addEventListener("pointerdown", (event) => {
  moved = false;
  dragged = order() === "hand" ? event.target.closest("[data-hand] .c-slot") : null;
});
document.addEventListener("pointermove", (event) => {
  if (!dragged || !event.buttons) return;
  const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-hand] .c-slot");
  if (!over || over === dragged) return;
  moved = true;
  dragged.classList.add("dragged");
  if (dragged.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING) over.after(dragged); else over.before(dragged);
});
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => {
  if (dragged && moved) remember();
  dragged?.classList.remove("dragged");
  dragged = null;
});

document.addEventListener("table:changed", begin);
document.addEventListener("table:prefs", sort);
begin();
