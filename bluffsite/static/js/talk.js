/* Talk at the table: phrases and lines by the same socket, a short look at each new line, mute in one tap.

   Without this file the same forms are posted, and the lines come with the page. */

import { bubble, config, on, send } from "table/table";
import { answer, say } from "table/said";

const byId = (id) => document.getElementById(id);
const form = byId("talk-form"), list = byId("talk-lines"), log = byId("log"), toast = byId("heard");
const SHOWN_MS = 6000, MOST = 200;
let unread = 0, toastTimer = null, waiting = null;

/* --- lines ------------------------------------------------------------------------------------------------------- */
on("talk", (message) => {
  config.talk = Math.max(config.talk ?? 0, message.last);
  for (const number of message.removed) {
    const text = byId(`line-${number}`)?.querySelector(".t-said bdi + bdi");
    if (text) { const gone = document.createElement("i"); gone.textContent = config.words.removed; text.replaceWith(gone); }
  }
  const holder = document.createElement("template");
  holder.innerHTML = message.html;
  list.prepend(...[...holder.content.children].filter((line) => !byId(line.id)));
  while (list.children.length > MOST) list.lastElementChild.remove();
  const heard = message.heard.filter(([, , , by]) => !hushed.has(by));
  if (!heard.length) return;
  say("polite", [...heard].reverse().map(([, name, text]) => `${name}: ${text}`).join(" "));
  if (!isOpen()) count(unread + heard.length);
  show(heard[0]);
});

function show([number, name, text, by]) {
  if (isOpen() && innerWidth >= 960) return;
  byId("heard-name").textContent = name;
  byId("heard-text").textContent = text;
  const mute = byId("heard-mute");
  mute.dataset.mute = number;
  mute.dataset.by = by;
  mute.lastElementChild.textContent = `${config.words.mute}: ${name}`;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, SHOWN_MS);
}

/* --- events or talk (UX-308) ----------------------------------------------------------------------------------------- */
const isOpen = () => log.dataset.shows === "talk";
function count(number) {
  unread = number;
  const mark = log.querySelector(".t-unread");
  if (!mark) return;
  mark.hidden = !unread;
  mark.textContent = config.digits ? String(unread).replace(/\d/g, (d) => config.digits[d]) : unread;
}
function turnTo(what) {
  log.dataset.shows = what;
  for (const button of log.querySelectorAll("[data-log]")) button.setAttribute("aria-pressed", String(button.dataset.log === what));
  if (what === "talk") count(0);
}
log.addEventListener("click", (event) => {
  const button = event.target.closest("[data-log]");
  if (button) turnTo(button.dataset.log);
});

/* --- saying ------------------------------------------------------------------------------------------------------------ */
const newToken = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
const field = byId("say-text"), sheet = byId("say-sheet");

function refuse(text) {
  const place = byId(waiting?.text === undefined ? "say-phrase-why" : "say-why") ?? byId("say-phrase-why");
  if (sheet.open && place) { place.textContent = text; place.hidden = false; } else bubble(text);
  waiting = null;
}
function clear() { for (const id of ["say-why", "say-phrase-why"]) if (byId(id)) byId(id).hidden = true; }

const plain = new URLSearchParams(location.search).get("plain") === "1";
form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (plain) return;
  if (button?.dataset.mute) { event.preventDefault(); hush(button.dataset.mute, button.closest("[data-by]")?.dataset.by); return; }
  event.preventDefault();
  if (waiting) return;
  clear();
  const phrase = button?.name === "phrase" ? Number(button.value) : undefined, text = phrase === undefined ? field?.value ?? "" : undefined;
  const token = newToken();
  waiting = { token, text, timer: setTimeout(() => refuse(config.words.failed), 8000) };
  if (!send({ type: "talk", token, ...(phrase === undefined ? { text } : { phrase }) })) { clearTimeout(waiting.timer); refuse(config.words.lost); }
});

on("said", (message) => {
  if (waiting?.token !== message.token) return;
  clearTimeout(waiting.timer);
  if (waiting.text !== undefined) field.value = "";
  waiting = null;
  sheet.close();
});
on("unsaid", (message) => {
  if (waiting?.token !== message.token) return;
  clearTimeout(waiting.timer);
  refuse(message.message);
});

/* --- muting -------------------------------------------------------------------------------------------------------------- */
const hushed = new Set();

async function hush(line, by) {
  const data = new FormData(form);
  data.set("mute", line);
  const answered = await fetch(`${location.pathname.replace(/[^/]*$/, "")}avoid/`, { method: "POST", body: data, headers: { "X-Requested-With": "table" } }).catch(() => null);
  if (answered?.status !== 204) { bubble(answered?.status === 422 ? await answered.text() : config.words.failed); return; }
  const name = byId(`line-${line}`)?.querySelector(".t-speaker")?.textContent ?? "";
  hushed.add(by);
  for (const one of list.querySelectorAll(`[data-by="${CSS.escape(by ?? "")}"]`)) one.remove();
  toast.hidden = true;
  const text = config.words.muted.replace("%(name)s", name);
  bubble(text);
  answer(text);
}
byId("heard-mute").addEventListener("click", (event) => hush(event.currentTarget.dataset.mute, event.currentTarget.dataset.by));

/* The people at the table, fetched each time: who sits there changes. */
async function people(line) {
  const place = byId("people-list"), query = line ? `&line=${line}` : "";
  const answered = await fetch(`${location.pathname.replace(/[^/]*$/, "")}people/?part=1${query}`).catch(() => null);
  if (answered?.ok) place.innerHTML = await answered.text();
}
document.addEventListener("click", (event) => {
  const person = event.target.closest("[data-person]"), opener = event.target.closest('[data-opens="people"]');
  if (!byId("people") || (!person && !opener)) return;
  event.preventDefault();
  people(person?.dataset.person);
  if (person) byId("people").showModal();
});
document.addEventListener("submit", async (event) => {
  if (!event.target.matches("[data-avoid]")) return;
  event.preventDefault();
  const button = event.submitter, answered = await fetch(event.target.action, { method: "POST", body: new FormData(event.target, button), headers: { "X-Requested-With": "table" } }).catch(() => null);
  if (answered?.status !== 204) { bubble(answered?.status === 422 ? await answered.text() : config.words.failed); return; }
  await people();
  byId("people-title").focus?.();
});
