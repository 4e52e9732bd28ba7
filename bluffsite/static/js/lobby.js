/* The live list of the lobby (UX-203): it asks again every two seconds while the page is seen, and nothing moves under a
   finger: while pointer, touch or focus is in the list, news waits behind a button, and rows that are gone only say so. */
document.documentElement.classList.add("js");
const list = document.getElementById("list"), pending = document.getElementById("pending"), empty = document.getElementById("empty");
const filters = document.querySelector("[data-filters]"), said = document.getElementById("said");
const TOUCH_MS = 1500; // how long after a touch the list still holds

let etag = null, waiting = null, hovered = false, touchedAt = -Infinity, asking = false;

const isHeld = () => hovered || list.contains(document.activeElement) || performance.now() - touchedAt < TOUCH_MS;
const rowsOf = (html) => {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return [...holder.content.querySelectorAll("[data-key]")];
};

function apply(rows) {
  waiting = null;
  pending.hidden = true;
  list.replaceChildren(...rows);
  empty.hidden = rows.length > 0;
  const text = rows.length ? said.dataset.some.replace("{n}", rows.length) : said.dataset.none;
  if (said.textContent !== text) said.textContent = text;
}

function hold(rows) {
  waiting = rows;
  const keys = new Set(rows.map((row) => row.dataset.key));
  for (const row of list.children) if (!keys.has(row.dataset.key)) markGone(row);
  pending.textContent = pending.dataset.text;
  pending.hidden = false;
}

function markGone(row) {
  if (row.classList.contains("gone")) return;
  row.classList.add("gone");
  for (const button of row.querySelectorAll("button")) button.setAttribute("aria-disabled", "true"); // it keeps the focus
  const note = document.createElement("span");
  note.className = "badge";
  note.textContent = list.dataset.gone;
  row.querySelector(".l-head").append(note);
}

async function ask({ atOnce = false } = {}) {
  if (asking && !atOnce) return;
  asking = true;
  try {
    const query = new URLSearchParams(location.search);
    query.set("tab", list.dataset.tab);
    const answer = await fetch(`${list.dataset.from}?${query}`, { headers: etag && !atOnce ? { "If-None-Match": etag } : {} });
    if (answer.status !== 200 || answer.redirected) return;
    etag = answer.headers.get("ETag");
    const rows = rowsOf(await answer.text());
    if (!atOnce && isHeld()) hold(rows);
    else apply(rows);
  } catch { /* no connection: the next time will tell */ } finally { asking = false; }
}

function settle() {
  if (waiting && !isHeld()) apply(waiting);
}

list.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") hovered = true; });
list.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") { hovered = false; settle(); } });
for (const kind of ["touchstart", "touchmove", "touchend"]) list.addEventListener(kind, () => { touchedAt = performance.now(); }, { passive: true });
list.addEventListener("click", (event) => { if (event.target.closest("[aria-disabled=true]")) event.preventDefault(); });
list.addEventListener("focusout", () => setTimeout(settle));
pending.addEventListener("click", () => { hovered = false; if (waiting) apply(waiting); list.querySelector("button, a")?.focus(); });

/* Filters act at once, and quick match looks for the same. */
filters.addEventListener("change", () => {
  const chosen = new URLSearchParams([...new FormData(filters)].filter(([, value]) => value));
  history.replaceState(null, "", chosen.size ? `?${chosen}` : location.pathname);
  for (const tab of document.querySelectorAll(".l-tabs a")) tab.search = chosen.toString();
  const form = document.querySelector("[data-chosen]");
  form.replaceChildren(...[...chosen].map(([name, value]) => Object.assign(document.createElement("input"), { type: "hidden", name, value })));
  ask({ atOnce: true });
});

const fold = document.getElementById("filters-fold");
if (matchMedia("(max-width: 59.99em)").matches && !location.search) fold.open = false;

setInterval(() => { if (document.visibilityState === "visible") { settle(); ask(); } }, Number(list.dataset.every));
addEventListener("pageshow", (event) => { if (event.persisted) ask({ atOnce: true }); });
