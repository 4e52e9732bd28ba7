/* The bid picker of Liar's Dice: any legal bid in at most four taps - face, count, number, bid. */

import { config, act, bubble, latin, reasonOf, teach } from "table/table";

const byId = (id) => document.getElementById(id);
const picker = () => byId("picker");
const face = () => picker()?.querySelector("input[name=face]:checked");
const key = (input) => input.id.replace("face-", "");
const count = () => byId("count");
const isLatin = config.digits === "0123456789";
const inDigits = (n) => String(n).replace(/\d/g, (digit) => config.digits[digit]);
const wanted = () => Number(latin(count().value));
let chosen = null, last = null;

/* A number field cannot show other digits than Latin ones: for those it becomes a text field that says the same. */
function put(value, least, most) {
  const field = count();
  if (!isLatin) {
    field.type = "text";
    field.setAttribute("role", "spinbutton");
    for (const [name, said] of [["valuemin", least], ["valuemax", most], ["valuenow", value]]) field.setAttribute(`aria-${name}`, said);
  }
  field.min = least;
  field.max = most;
  field.value = inDigits(value);
}

/* Face and count as they stand; `why` is shown where something is not possible. */
function settle(asked) {
  const radio = face();
  if (!radio) return;
  const least = Number(radio.dataset.least), most = Number(radio.dataset.most);
  const value = Math.max(least, Math.min(most, Number.isFinite(asked) && asked > 0 ? asked : least));
  put(value, least, most);
  byId("less").setAttribute("aria-disabled", String(value <= least));
  byId("more").setAttribute("aria-disabled", String(value >= most));
  byId("less").setAttribute("aria-describedby", `why-${key(radio)}`);
  byId("count-limits").textContent = byId("grid").dataset.leastText.replace("%(least)s", inDigits(least)).replace("%(most)s", inDigits(most));
  byId("bid-words").textContent = config.labels[radio.value][value - 1] ?? "";
  last = radio;
}

function choose(radio) {
  if (radio.getAttribute("aria-disabled") === "true") {
    if (last?.isConnected) last.checked = true;
    reasonOf(radio);
    return;
  }
  radio.checked = true;
  settle(chosen ?? Number(radio.dataset.least));
  draw();
}

function change(asked) {
  const radio = face(), least = Number(radio.dataset.least), most = Number(radio.dataset.most);
  if (asked < least) bubble(byId(`why-${key(radio)}`));
  if (asked > most) bubble(byId("why-high"));
  chosen = Math.max(least, Math.min(most, asked));
  settle(chosen);
}

/* All counts at once: those that are not possible are shown off, with their reason. */
function draw() {
  const grid = byId("grid"), radio = face();
  if (!grid || grid.hidden || !radio) return;
  const least = Number(radio.dataset.least), most = Number(radio.dataset.most), now = wanted();
  grid.replaceChildren(...Array.from({ length: Number(picker().dataset.inPlay) }, (_, at) => {
    const button = document.createElement("button"), n = at + 1;
    button.type = "button";
    button.textContent = inDigits(n);
    button.dataset.count = n;
    button.setAttribute("aria-pressed", String(n === now));
    if (n < least || n > most) {
      button.setAttribute("aria-disabled", "true");
      button.setAttribute("aria-describedby", n < least ? `why-${key(radio)}` : "why-high");
    }
    return button;
  }));
}
function unfold(open) {
  byId("grid").hidden = !open;
  count().setAttribute("aria-expanded", String(open));
  if (open) draw();
}

document.addEventListener("change", (event) => {
  if (event.target.name === "face") choose(event.target);
  if (event.target.id === "count") change(wanted());
});
document.addEventListener("click", (event) => {
  if (!picker()) return;
  const step = event.target.closest(".ld-step"), number = event.target.closest(".ld-grid button");
  if (step && step.getAttribute("aria-disabled") !== "true") change(wanted() + Number(step.dataset.step));
  else if (number && number.getAttribute("aria-disabled") !== "true") { change(Number(number.dataset.count)); unfold(false); count().focus({ preventScroll: true }); }
  else if (event.target.id === "count") unfold(byId("grid").hidden);
  else if (!event.target.closest(".ld-grid, .ld-faces, .t-bubble") && !byId("grid").hidden) unfold(false);
});
document.addEventListener("keydown", (event) => {
  if (!picker() || event.ctrlKey || event.metaKey || event.altKey) return;
  const here = event.target.closest("#picker"), other = event.target.closest("input, select, textarea") && !here;
  if (event.key === "Escape" && !byId("grid").hidden) { unfold(false); return; }
  if (!isLatin && event.target.id === "count" && /^Arrow(Up|Down)$/.test(event.key)) { event.preventDefault(); change(wanted() + (event.key === "ArrowUp" ? 1 : -1)); return; }
  if (event.key === "Enter" && event.target.id === "count") { event.preventDefault(); change(wanted()); act(bid(), byId("bid")); return; }
  if (other || event.target.id === "count" || document.querySelector("dialog[open]")) return;
  const place = "123456".indexOf(latin(event.key));
  if (place >= 0 && event.key.length === 1) { event.preventDefault(); const radio = picker().querySelectorAll("input[name=face]")[place]; choose(radio); radio.focus(); }
  if (event.key === "+" || event.key === "-") { event.preventDefault(); change(wanted() + (event.key === "+" ? 1 : -1)); }
});

function bid() {
  const radio = face();
  return radio && { type: "bid", count: wanted(), face: radio.value === "*" ? "*" : Number(radio.value) };
}
teach("bid", bid);
/* "bid 5 twos": the first number is the count, the last word for a face the face. */
teach("typed", (text, kind) => {
  if (kind !== "bid") return null;
  const parts = text.split(/[\s,×x]+/).filter(Boolean), numbers = parts.filter((part) => /^\d+$/.test(part));
  const named = parts.filter((part) => !/^\d+$/.test(part) && part in config.faces).at(-1);
  const value = named ? config.faces[named] : numbers[1];
  if (!numbers[0] || !value || !"12345*".includes(value)) return null;
  return { type: "bid", count: Number(numbers[0]), face: value === "*" ? "*" : Number(value) };
});

function begin() {
  if (!picker()) { last = chosen = null; return; }
  if (picker().dataset.seen) return;
  picker().dataset.seen = "1";
  last = chosen = null;
  if (matchMedia("(pointer: coarse)").matches) count().inputMode = "none";
  settle(wanted());
}
document.addEventListener("table:changed", begin);
begin();
