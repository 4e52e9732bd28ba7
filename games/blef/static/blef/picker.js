/* The bid picker of Blef: first the kind, then its ranks or suit. What is too low is off and says why. */

import { config, act, bubble, latin, reasonOf, teach } from "table/table";
import "table/hand";

const byId = (id) => document.getElementById(id);
const picker = () => byId("picker");
const inputs = (name) => [...(picker()?.querySelectorAll(`input[name="${name}"]`) ?? [])];
const chosen = (name) => inputs(name).find((input) => input.checked);
const isOff = (input) => input.getAttribute("aria-disabled") === "true";
const { claims } = config.labels;

/* All bids of the pack by kind, low to high. */
const kindOf = (bid) => bid.split(",")[0].match(/^[a-z_]+:(?:small|big)$/)?.[0] ?? bid.split(":")[0];
const every = Map.groupBy?.(Object.keys(claims), kindOf) ?? Object.keys(claims).reduce((all, bid) => all.set(kindOf(bid), [...(all.get(kindOf(bid)) ?? []), bid]), new Map());
const legalOf = (input) => every.get(input.value).slice(Number(input.dataset.from));

/* A bid from its parts; two pairs stand with the higher one first, however they are named. */
function spelled(kind, parts) {
  const [head, name] = kind.split(":");
  const bid = `${head}:${[...(name ? [name] : []), ...parts].join(",")}`;
  const turned = `${head}:${[...parts].reverse().join(",")}`;
  return !(bid in claims) && head === "two_pair" ? turned : bid;
}
const partsOf = (bid) => bid.split(":")[1].split(",").filter((part) => part !== "small" && part !== "big");
const where = () => picker().dataset.rest ? "rest/" : "";

/* Which fields the chosen kind has, which of their values are possible, and what the button says. */
function settle(anew) {
  const kind = chosen("kind");
  if (!kind) return;
  const legal = new Set(legalOf(kind)), rows = config.rows[kind.value];
  if (anew) partsOf([...legal][0]).forEach((part, at) => { inputs(rows[at][0]).find((input) => input.value === part).checked = true; });
  for (const row of picker().querySelectorAll(".bf-row")) {
    const asked = rows.find(([field]) => field === row.dataset.row);
    row.hidden = !asked;
    if (!asked) continue;
    row.setAttribute("aria-label", asked[1]);
    row.style.setProperty("--times", asked[2] ? `"${config.digits[asked[2]]}×"` : "none");
  }
  rows.forEach(([field], at) => {
    const before = rows.slice(0, at).map(([name]) => chosen(name).value);
    for (const input of inputs(field)) {
      const parts = [...before, input.value], twice = before.includes(input.value);
      const fits = parts.length === rows.length ? legal.has(spelled(kind.value, parts)) : inputs(rows[1][0]).some((other) => legal.has(spelled(kind.value, [...parts, other.value])));
      input.toggleAttribute("aria-disabled", !fits);
      if (!fits) input.setAttribute("aria-disabled", "true");
      if (fits) input.removeAttribute("aria-describedby"); else input.setAttribute("aria-describedby", twice ? `why-twice-${kind.value}` : "why-low");
      input.parentElement.classList.toggle("off", !fits);
    }
    if (isOff(chosen(field))) inputs(field).find((input) => !isOff(input)).checked = true;
    const row = chosen(field).closest(".bf-row"), tile = chosen(field).parentElement;
    row.scrollLeft = tile.offsetLeft - row.offsetLeft - (row.clientWidth - tile.clientWidth) / 2;
  });
  byId("bid-words").textContent = config.labels[where() ? "rest" : "bid"].replace("{claim}", claims[now()]);
}
function now() {
  const kind = chosen("kind").value;
  return spelled(kind, config.rows[kind].map(([field]) => chosen(field).value));
}
const bid = () => picker() && { type: "bid", bid: where() + now() };
teach("bid", bid);

const isNarrow = () => getComputedStyle(byId("bf-back")).display !== "none";
function toStep(step, focus) {
  picker().dataset.step = step;
  if (step === "2") settle();
  if (focus) (step === "1" ? chosen("kind") : [...picker().querySelectorAll(".bf-row:not([hidden]) input:checked")][0] ?? byId("bid"))?.focus();
}

/* Arrows walk through the kinds; a press, a touch or Enter takes one. */
let walking = false;
document.addEventListener("click", (event) => {
  const input = event.target.closest("#picker input[type=radio]");
  if (event.target.closest("#bf-back")) { toStep("1", event.detail === 0); return; }
  if (!input) return;
  if (isOff(input)) { event.preventDefault(); reasonOf(input); return; }
  if (input.name === "kind" && !walking) toStep("2");
});
document.addEventListener("change", (event) => {
  if (event.target.closest("#picker")) settle(event.target.name === "kind");
});
document.addEventListener("keyup", () => { walking = false; });
document.addEventListener("pointerdown", () => { walking = false; });
document.addEventListener("keydown", (event) => {
  walking = event.key.startsWith("Arrow");
  if (!picker() || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const here = event.target.closest("#picker");
  if (here && event.key === "Enter" && event.target.matches("input[type=radio]")) {
    event.preventDefault();
    if (event.target.name === "kind" && config.rows[event.target.value].length) toStep("2", true); else act(bid(), byId("bid"));
    return;
  }
  if (here && event.key === "Escape" && picker().dataset.step === "2" && isNarrow()) { toStep("1", true); return; }
  if (!here && event.target.closest("input, select, textarea")) return;
  const place = "1234567890".indexOf(latin(event.key));
  if (place < 0 || event.key.length !== 1) return;
  const row = event.target.closest(".bf-row"), group = row ? [...row.querySelectorAll("input")] : inputs("kind"), input = group[place];
  if (!input) return;
  event.preventDefault();
  if (isOff(input)) { reasonOf(input); return; }
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  if (!row) toStep("2", true); else input.focus();
});

/* "bid two pairs kings nines", "in the rest: flush hearts": the longest kind that is named, then ranks and suits in their order. */
teach("typed", (text, kind) => {
  if (kind !== "bid") return null;
  const { kinds, ranks, suits, rest } = config.typed, padded = ` ${text.replace(/[,:;()]/g, " ").replace(/([♠♥♦♣])/g, " $1 ").replace(/\s+/g, " ")} `;
  const said = Object.keys(kinds).filter((name) => padded.includes(` ${name} `)).sort((one, other) => other.length - one.length)[0];
  const rung = said === undefined ? "high" : kinds[said];
  const words = padded.replace(said === undefined ? "" : ` ${said} `, " ").trim().split(" ");
  const named = words.map((word) => suits[word] ?? ranks[word] ?? null).filter(Boolean);
  const suitNames = Object.values(suits), parts = (config.rows[rung] ?? []).map(([field]) => {
    const at = named.findIndex((one) => suitNames.includes(one) === (field === "suit"));
    return at < 0 ? null : named.splice(at, 1)[0];
  });
  const full = parts.includes(null) ? null : spelled(rung, parts);
  if (!(full in claims)) return null;
  return { type: "bid", bid: (words.some((word) => rest.includes(word)) ? "rest/" : "") + full };
});

function begin() {
  if (!picker() || picker().dataset.seen) return;
  picker().dataset.seen = "1";
  settle();
}
document.addEventListener("table:changed", begin);
begin();
