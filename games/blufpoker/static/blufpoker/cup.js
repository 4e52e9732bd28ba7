/* Blufpoker: looking under the cup, and choosing among the values that may be said. */

import { bubble, config, latin, press, teach } from "table/table";
import { answer } from "table/said";

const byId = (id) => document.getElementById(id);
const LOOK_MS = 5000;
const inDigits = (text) => String(text).replace(/\d/g, (digit) => config.digits[digit]);

/* --- the cup: it is up while it is held, or for five seconds ------------------------------------------------------------ */
let held = false, timer = null;
const isUp = () => document.body.classList.contains("bp-looking");
function lift(up) {
  clearTimeout(timer);
  timer = null;
  document.body.classList.toggle("bp-looking", up);
}
function lower(told) {
  if (isUp() && told) answer(config.closed);
  held = false;
  lift(false);
}
function show() {
  lift(true);
  answer(byId("look")?.dataset.spoken);
  timer = setTimeout(() => lower(true), LOOK_MS);
}
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#look") || event.button > 0) return;
  held = true;
  lift(true);
});
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => { if (held) lower(false); });
for (const name of ["blur", "pagehide"]) addEventListener(name, () => lower(false));
document.addEventListener("visibilitychange", () => { if (document.visibilityState !== "visible") lower(false); });
document.addEventListener("contextmenu", (event) => { if (event.target.closest("#look")) event.preventDefault(); });
document.addEventListener("click", (event) => {
  if (event.target.closest("#look-5") || (event.target.closest("#look") && event.detail === 0)) { if (timer) lower(true); else show(); }
});

/* --- the values --------------------------------------------------------------------------------------------------------- */
const radios = () => [...document.querySelectorAll("#values input")];
const chosen = () => radios().find((radio) => radio.checked);
const kind = () => byId("values")?.dataset.kind;
const direction = () => document.querySelector("#picker input[name=direction]:checked")?.value;

function settle() {
  const all = radios(), radio = chosen();
  if (!radio) return;
  byId("say-words").textContent = config.labels[kind()].replace("{value}", inDigits(radio.value));
  byId("say-way").textContent = config.labels[direction()] ?? "";
  byId("now-value").textContent = inDigits(radio.value);
  byId("lower").setAttribute("aria-disabled", String(radio === all[0]));
  byId("higher").setAttribute("aria-disabled", String(radio === all.at(-1)));
}
function choose(radio) {
  radio.checked = true;
  settle();
  intoView(radio);
}
/* Only the box of values scrolls, never the page. */
function intoView(radio) {
  const box = byId("values"), label = radio.closest("label"), row = label.offsetHeight + 4;
  const above = label.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  box.scrollTop = Math.round((above - (box.clientHeight - row) / 2) / row) * row;
}
function step(by) {
  const all = radios(), radio = all[all.indexOf(chosen()) + by];
  if (radio) choose(radio);
  else bubble(byId(by < 0 ? "why-low" : "why-high"));
}
function unfold(open) {
  byId("values").classList.toggle("open", open);
  byId("now").setAttribute("aria-expanded", String(open));
  if (open) intoView(chosen());
}

const keep = () => Number(document.querySelector("#picker input[name=keep]:checked")?.value ?? 0);
function keeps() { if (byId("throw-words") && document.querySelector("#picker input[name=keep]")) byId("throw-words").textContent = config.labels.throw[keep()]; }

document.addEventListener("change", (event) => {
  if (!event.target.closest("#picker")) return;
  if (event.target.name === "keep") keeps();
  else settle();
});
document.addEventListener("click", (event) => {
  if (!byId("values")) return;
  const stepper = event.target.closest(".bp-step");
  if (stepper) { if (stepper.getAttribute("aria-disabled") !== "true") step(Number(stepper.dataset.step)); return; }
  if (event.target.closest("#now")) { unfold(!byId("values").classList.contains("open")); return; }
  if (event.target.matches("#values input") && event.detail > 0 && byId("values").classList.contains("open")) { unfold(false); byId("now").focus({ preventScroll: true }); }
  else if (!event.target.closest("#values, .t-bubble")) unfold(false);
});

/* Three digits choose a value; plus and minus the next one; Enter says it. */
let typed = "", typedAt = 0;
document.addEventListener("keydown", (event) => {
  if (!byId("picker") || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const field = event.target.closest("input, select, textarea");
  if (field && !field.closest("#picker")) return;
  if (event.key === "Escape" && byId("values")) { unfold(false); return; }
  if (event.key === "Enter" && field) { event.preventDefault(); press(byId("say") ?? byId("blind") ?? byId("throw")); return; }
  if (!byId("values")) return;
  if (event.key === "+" || event.key === "-") { event.preventDefault(); step(event.key === "+" ? 1 : -1); return; }
  const digit = latin(event.key);
  if (!/^[1-6]$/.test(digit)) return;
  event.preventDefault();
  typed = (performance.now() - typedAt < 2000 ? typed : "").slice(-2) + digit;
  typedAt = performance.now();
  if (typed.length < 3) return;
  const radio = byId(`value-${typed}`);
  if (radio) { choose(radio); answer(radio.getAttribute("aria-label")); }
  else bubble(byId(config.values.includes(Number(typed)) ? "why-low" : "why-high"));
  typed = "";
});

/* --- actions ------------------------------------------------------------------------------------------------------------ */
teach("claim", () => {
  const radio = chosen(), way = direction();
  return radio && { type: "claim", value: Number(radio.value), ...(way && { direction: way }) };
});
teach("blind", () => { const radio = chosen(); return radio && { type: "blind", value: Number(radio.value) }; });
const thrown = (count) => ({ type: "throw", ...(count && { keep: count }) });
teach("throw", () => thrown(keep()));

/* "say 632 clockwise", "blind 641", "throw keep 1". */
teach("typed", (text, what) => {
  const parts = text.split(/[\s,:]+/).filter(Boolean), says = (name) => parts.some((part) => config.typed[name].includes(part));
  const number = Number(parts.find((part) => /^\d+$/.test(part)) ?? NaN);
  if (what === "throw") return thrown(says("keep") && number ? number : 0);
  if (Number.isNaN(number)) return null;
  if (what === "blind") return { type: "blind", value: number };
  if (what !== "claim") return null;
  const way = says("anticlockwise") ? "anticlockwise" : says("clockwise") ? "clockwise" : null;
  return { type: "claim", value: number, ...(way && { direction: way }) };
});

function begin() {
  if (isUp() && !byId("look")) lower(false);
  if (!byId("picker") || byId("picker").dataset.seen) return;
  byId("picker").dataset.seen = "1";
  keeps();
  if (!chosen()) return;
  settle();
  intoView(chosen());
}
document.addEventListener("table:changed", begin);
begin();
