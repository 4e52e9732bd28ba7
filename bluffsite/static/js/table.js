/* The live table: one socket, fragments morphed in place, one action at a time. Without this file plain forms do the same.

   A move is sent once and never again by itself; buttons are off while there is no connection. */

import { prefs, apply } from "table/prefs";
import * as clock from "table/clock";
import * as keys from "table/keys";
import { say, answer, heard } from "table/said";
import { play, buzz, toggleMute } from "table/sound";

const byId = (id) => document.getElementById(id);
export const config = JSON.parse(byId("table-config").textContent);
const words = config.words, form = byId("act");
const DEAD_MS = 400, HOLD_MS = 600, ARMED_MS = 4000, SLOW_MS = 2000, PING_MS = 10000, PONG_MS = 5000, OPEN_MS = 10000;
const FINAL = { 4400: "stopped", 4401: "signed_out", 4403: "forbidden", 4404: "gone", 4408: "idle", 4410: "shut_out", 4429: "flood" };

const plain = new URLSearchParams(location.search).get("plain") === "1";

let socket = null, version = config.version, tries = 0, connected = false, controls = true, ended = false;
let first = true, dead = 0, pending = null, pingTimer = null, pongTimer = null, retryTimer = null;

/* --- saying no, and other small words ----------------------------------------------------------------------------- */
let bubbleTimer = null;
export function bubble(content) {
  const box = byId("bubble"), place = byId("bubble-text");
  place.replaceChildren(...(typeof content === "string" ? [content] : [...content.cloneNode(true).childNodes]));
  box.hidden = false;
  const below = (byId("moves") ?? byId("actions"))?.getBoundingClientRect().top;
  box.style.bottom = below > 120 && below < innerHeight ? `${innerHeight - below + 4}px` : "";
  clearTimeout(bubbleTimer);
  bubbleTimer = setTimeout(() => { box.hidden = true; }, 9000);
}
export function reasonOf(control) {
  const why = byId(control.getAttribute("aria-describedby") ?? "");
  if (why) bubble(why);
}
byId("bubble-close").addEventListener("click", () => { byId("bubble").hidden = true; });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") byId("bubble").hidden = true; });

function net(text, button, action, plain = false) {
  const bar = byId("net"), press = byId("net-button");
  bar.hidden = !text;
  byId("net-text").textContent = text ?? "";
  press.hidden = !button;
  press.textContent = button ?? "";
  press.onclick = action ?? null;
  byId("net-plain").hidden = !plain;
}

/* --- the socket ----------------------------------------------------------------------------------------------------- */
function open() {
  clearTimeout(retryTimer);
  if (ended || socket?.readyState < 2) return;
  const early = window.earlySocket; // opened by the page, before this script was there
  window.earlySocket = null;
  socket = early ?? new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${config.socket}${config.socket.includes("?") ? "&" : "?"}since=${version}&talk=${config.talk ?? 0}`);
  pongTimer = setTimeout(() => { socket.close(); closed(1006); }, OPEN_MS);
  socket.onopen = () => {
    tries = 0;
    const part = form.elements.part?.value;
    if (part && byId("own").dataset.phase === "lobby" && byId("own").dataset.seat) send({ type: "hello", part });
    pingTimer = setInterval(ping, PING_MS);
  };
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = (event) => closed(event.code);
  if (!early) return;
  if (early.readyState === 1) early.onopen();
  for (const [text, at] of early.heard) {
    const message = JSON.parse(text);
    if (message.remaining_ms) message.remaining_ms = Math.max(0, message.remaining_ms - (performance.now() - at));
    receive(message);
  }
  if (early.readyState === 3) closed(early.code);
}

export function send(message) {
  if (socket?.readyState !== 1) return false;
  socket.send(JSON.stringify(message));
  return true;
}

function ping() {
  if (!send({ type: "ping" })) return;
  clearTimeout(pongTimer);
  pongTimer = setTimeout(() => { socket.close(); closed(1006); }, PONG_MS);
}

/* The operator is about to restart the site: said once, and taken back if nothing comes of it. */
let isNear = false;
function update(near) {
  if (near === isNear) return;
  isNear = near;
  if (near || byId("net-text").textContent === words.update) net(near ? words.update : null);
}

function closed(code) {
  clearInterval(pingTimer);
  clearTimeout(pongTimer);
  if (socket) { socket.onclose = socket.onmessage = null; }
  socket = null;
  connect(false);
  if (code >= 4400 && code < 4500) {
    ended = true;
    net(words[FINAL[code] ?? "stopped"], words.reload, () => location.reload());
    if (code === 4401 && document.visibilityState !== "visible") document.addEventListener("visibilitychange", () => location.reload(), { once: true }); // a guest who registered in another tab comes back to the seat
    return;
  }
  tries += 1;
  if (!controls) net(null); // coming back takes the seat: nothing is asked meanwhile
  if (tries > 1) net(tries > 4 ? words.lost : words.reconnecting, null, null, tries > 4);
  clearTimeout(retryTimer);
  retryTimer = setTimeout(open, Math.min(8000, 300 * 2 ** tries) * (.7 + Math.random() * .6));
}

function connect(state) {
  if (connected === state) return;
  connected = state;
  isNear = false;
  document.body.classList.toggle("offline", !state);
  if (state) net(null);
  else { clock.stop(); done(); }
}

/* One phone goes round: as soon as nobody looks at the page, the cover is back, also in the task switcher (UX-601). */
let lastCover = null;
function cover() {
  if (!lastCover || byId("own").dataset.turn !== "me") return;
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close();
  byId("own").outerHTML = lastCover;
  send({ type: "cover" });
  tellLastCount();
  document.dispatchEvent(new CustomEvent("table:changed"));
}
/* Between two rounds the cover tells how the last one ended: the log knows. */
function tellLastCount() {
  const place = byId("cover-count"), line = document.querySelector("#log-lines li.big")?.cloneNode(true);
  if (!place || !line || !byId("cover").querySelector(".none")) return;
  line.querySelector("details")?.remove();
  place.textContent = line.textContent.trim();
  place.hidden = false;
}
for (const name of ["blur", "pagehide"]) addEventListener(name, cover);

addEventListener("online", open);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") { cover(); return; }
  document.querySelector("link[rel=icon]")?.setAttribute("href", icon);
  if (socket) ping(); else open();
});
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

/* To another page. What comes meanwhile is of a table that is being left: it must not load this one again. */
let leaves = false, waits = false;
function go(address) { leaves = true; location.assign(address); }

/* The same address as another page: from the top; not before a form that is on its way has said where it leads. */
function anew() {
  waits = Boolean(pending && pending.token === null);
  if (leaves || waits) return;
  ended = true;
  history.scrollRestoration = "manual";
  scrollTo(0, 0);
  location.reload();
}

/* --- messages --------------------------------------------------------------------------------------------------------- */
const handlers = { page: show, accepted, refused, control, pong: (frame) => update(frame.update === true), error: (frame) => done(frame.code === "shut_out" ? frame.message : words.failed) };
/* A part of the page says here what it does with a message of its own. */
export function on(type, handler) { handlers[type] = handler; }

function receive(message) {
  clearTimeout(pongTimer);
  handlers[message.type]?.(message);
}

function accepted(message) { if (pending?.token === message.token) done(); }

function refused(message) {
  if (pending && message.token && pending.token !== message.token) return;
  done(message.message);
}

function control(message) {
  controls = message.yours;
  net(controls ? null : words.elsewhere, controls ? null : words.here, () => { if (!send({ type: "control" })) open(); });
  document.body.classList.toggle("elsewhere", !controls);
}

function done(text) {
  if (pending) { clearTimeout(pending.timer); pending.button?.classList.remove("locked"); pending.button?.removeAttribute("aria-busy"); }
  pending = null;
  byId("sending").hidden = true;
  if (text) { bubble(text); }
}

/* --- showing ----------------------------------------------------------------------------------------------------------- */
const signature = () => { const own = byId("own").dataset; return `${own.phase} ${own.turn} ${byId("moves")?.dataset.for ?? ""} ${Boolean(byId("reveal"))}`; };

/* A kit says here which parts stay as they are, with what is chosen in them: `(old, fresh) => true`. */
const keeps = [];
export function keep(test) { keeps.push(test); }

const morphing = {
  morphStyle: "outerHTML",
  callbacks: {
    beforeNodeMorphed: (old, fresh) => !keeps.some((keep) => keep(old, fresh)) && !(old.id === "moves" && byId("picker") && fresh.dataset?.for === old.dataset.for && fresh.querySelector?.("#picker")) && !(old.id === "setup" && old.contains(document.activeElement)),
    beforeAttributeUpdated: (name, node) => !(name === "open" && node.hasAttribute?.("data-keep")),
  },
};

function show(message) {
  if (leaves) return;
  if (message.go) { go(message.go.includes("?") ? message.go : message.go + location.search); return; }
  const wished = wish(), sat = seatsSaid(), wasLooking = Boolean(byId("alone")), before = signature(), phase = byId("own").dataset.phase, focused = document.activeElement, wasAway = !connected && !first;
  connect(true);
  if (message.public) Idiomorph.morph(byId("public"), message.public, morphing);
  if (message.own) Idiomorph.morph(byId("own"), message.own, morphing);
  if (byId("own").dataset.turn === "cover") { lastCover = message.own ?? lastCover; if (before !== signature()) scrollTo(0, 0); }
  else if (byId("own").dataset.turn !== "me") lastCover = null;
  if (message.log) addLines(message.log);
  tellLastCount();
  if (phase === "lobby" && (byId("own").dataset.phase !== "lobby" || (wasLooking && !byId("own").dataset.seat))) { anew(); return; }
  document.body.classList.toggle("over", byId("own").dataset.phase === "finished");
  const changed = before !== signature();
  if (changed) { dead = performance.now() + DEAD_MS; disarm(); endHold(); document.body.classList.remove("skipped"); byId("bubble").hidden = true; }
  if (pending && message.version > pending.version) done();
  version = message.version;
  form.elements.token.value = newToken();
  clock.start(message.remaining_ms ?? null, changed);
  if (message.title) document.title = message.title;
  if (changed && byId("own").dataset.turn === "me") mark();
  if (focused && focused !== document.body && !focused.isConnected) byId("banner")?.focus({ preventScroll: true });
  tell(message, wasAway);
  if (wish() && wish() !== wished && byId("votes").getBoundingClientRect().bottom > innerHeight) bubble(wish());
  if (phase === "lobby") for (const [id, text] of seatsSaid()) if (sat.get(id) !== text) say("polite", text);
  if (byId("own").dataset.build !== config.build) net(words.newer, words.reload, () => location.reload());
  first = false;
  document.dispatchEvent(new CustomEvent("table:changed"));
}

/* Who would like a pause: said where the question itself stands below the screen. */
const wish = () => byId("votes")?.querySelector("button") ? byId("votes").querySelector("p").textContent : null;

/* The waiting room by seat, as a screen reader hears it. */
const seatsSaid = () => new Map([...document.querySelectorAll(".t-lobby-seat")].map((seat) => [seat.id, heard(seat)]));

function tell(message, wasAway) {
  const lines = message.say ?? [];
  const missed = lines.filter(([mode]) => mode === "polite"); // whose turn it is stands in the banner
  if (wasAway && missed.length) bubble(words.back.replace("%(text)s", missed.slice(-2).map(([, text]) => text).join(" ")));
  for (const [mode, text] of lines) say(mode, text);
  if (lines.some(([mode]) => mode === "assertive")) buzz();
  for (const name of message.sounds ?? []) play(soundOf(name));
}

/* Events by their type; an opened claim sounds by how it turned out. */
function soundOf(name) {
  const sound = name === "turn" ? name : config.sounds[name];
  return sound === "reveal" ? (byId("reveal")?.dataset.wrong === "1" ? "bluff" : "true") : sound;
}

function addLines(html) {
  const list = byId("log-lines"), holder = document.createElement("template");
  if (!list) return;
  holder.innerHTML = html;
  const at = list.scrollTop, older = [...list.children].slice(0, 40), before = older[0]?.getBoundingClientRect().top;
  list.prepend(...[...holder.content.children].filter((line) => !byId(line.id)));
  while (list.children.length > 200) list.lastElementChild.remove();
  list.scrollTop = at && at + 1;
  if (older.length) slide([...older, list.nextElementSibling], before - older[0].getBoundingClientRect().top);
}

/* What was pushed along goes there from where it was, so that nothing jumps (UX-007); without motion it is simply there. */
function slide(parts, by) {
  if (!by || !parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--motion"))) return;
  for (const part of parts) part?.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: 200, easing: "ease-out" });
}

/* The tab itself says whose turn it is, also while another tab is in front. */
const icon = document.querySelector("link[rel=icon]")?.getAttribute("href");
function mark() {
  if (document.visibilityState === "visible") return;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#093c33"/><circle cx="16" cy="16" r="10" fill="#f3b544"/></svg>`;
  document.querySelector("link[rel=icon]")?.setAttribute("href", `data:image/svg+xml,${encodeURIComponent(svg)}`);
}

/* --- acting ------------------------------------------------------------------------------------------------------------- */
/* Digits as scripts read them, however they were typed. */
export const latin = (text) => text.replace(/[०-९]/g, (digit) => "०१२३४५६७८९".indexOf(digit));

const newToken = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

/* Send one action of this seat. A second one waits for the answer to the first; nothing is ever sent again by itself. */
export function act(action, button) {
  if (pending || !connected || !controls || (performance.now() < dead && !button?.closest("dialog"))) return false;
  const token = newToken();
  const seat = button?.dataset.forSeat;
  if (!send({ type: "act", token, version, action, ...(seat && { seat: Number(seat) }) })) return false;
  pending = { token, version, button, timer: setTimeout(() => { byId("sending").hidden = false; }, SLOW_MS) };
  button?.classList.add("locked");
  button?.setAttribute("aria-busy", "true");
  if (button?.dataset.key === "call") answer(words.called);
  return true;
}

async function post(button) {
  if (pending) return;
  pending = { token: null, version: Infinity, button, timer: setTimeout(() => { byId("sending").hidden = false; }, SLOW_MS) };
  button.classList?.add("locked");
  const address = button.formAction && button.hasAttribute("formaction") ? button.formAction : button.dataset.change;
  try {
    const data = button.matches("button") ? new FormData(form, button) : new FormData(form);
    const answered = await fetch(address, { method: "POST", body: data, headers: { "X-Requested-With": "table" } });
    if (answered.status === 204) {
      done();
      const key = answered.headers.get("X-Table"), to = answered.headers.get("X-Go");
      if (to) go(to);
      else if (key && !location.pathname.includes(key)) go(`/tables/${key}/`);
      else if (button.matches("#sit-down, #stand, #start")) anew();
    } else done(answered.status === 422 ? await answered.text() : words.failed);
  } catch { done(words.failed); }
  if (waits) anew();
}

const actions = { };
/* A game says here how the button `do=<name>` becomes an action. */
export function teach(name, make) { actions[name] = make; }

form.addEventListener("submit", (event) => {
  const button = event.submitter, isOff = button?.getAttribute("aria-disabled") === "true";
  if (plain && button && !isOff) return;
  event.preventDefault();
  if (!button) return;
  if (isOff) { reasonOf(button); return; }
  if (button.dataset.take) { if (connected && controls) send({ type: "take", seat: Number(button.dataset.take) }); return; }
  if (button.dataset.forSeat) { press(button); return; }
  if (button.hasAttribute("data-post") || button.hasAttribute("formaction")) { post(button); return; }
  press(button, event);
});

const actionOf = (button) => (button.dataset.act ? JSON.parse(button.dataset.act) : actions[button.value]?.());

/* A press of an action button. The risky one asks for a hold by touch, or for a second press (UX-306). */
let touched = false, armed = null, armedUntil = 0, hold = null;
export function press(button) {
  if (!button) return;
  if (button.getAttribute("aria-disabled") === "true") { reasonOf(button); return; }
  const isRisky = button.hasAttribute("data-risky");
  if (isRisky && touched && prefs.doubt === "hold") return;
  const byKey = !mouse && !touched;
  if (isRisky && armed !== button && (prefs.doubt === "twice" || byKey)) { arm(button); return; }
  disarm();
  const action = actionOf(button);
  if (action && act(action, button) && button.hasAttribute("data-closes")) button.closest("dialog")?.close();
}

function arm(button) {
  disarm();
  armed = button;
  button.classList.add("armed");
  answer(words.again);
  bubble(words.again);
  armedUntil = setTimeout(disarm, ARMED_MS);
}
function disarm() {
  clearTimeout(armedUntil); // or it would end the next time that a button is armed
  armed?.classList.remove("armed");
  armed = null;
}

let mouse = false;
document.addEventListener("pointerdown", (event) => {
  mouse = true;
  touched = event.pointerType !== "mouse";
  const button = event.target.closest("[data-risky]");
  if (!button || !touched || prefs.doubt !== "hold" || button.getAttribute("aria-disabled") === "true") return;
  button.classList.add("holding");
  hold = { button, timer: setTimeout(() => { endHold(); const action = actionOf(button); if (action) act(action, button); }, HOLD_MS) };
});
document.addEventListener("keydown", () => { mouse = touched = false; }, true);
function endHold(early) {
  if (!hold) return;
  clearTimeout(hold.timer);
  hold.button.classList.remove("holding");
  hold = null;
  if (early) bubble(words.hold);
}
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => endHold(true));
document.addEventListener("contextmenu", (event) => { if (event.target.closest("[data-risky]")) event.preventDefault(); });

document.addEventListener("change", (event) => { if (event.target.matches?.("[data-change]")) post(event.target); });
document.addEventListener("click", (event) => {
  const off = event.target.closest("[aria-disabled=true]:not([form])");
  if (off) { event.preventDefault(); reasonOf(off); return; }
  if (event.target.closest("[data-close]")) { event.preventDefault(); event.target.closest("dialog")?.close(); }
  const opener = event.target.closest("dialog [data-opens]");
  if (opener) opener.closest("dialog").close();
  if (byId("reveal") && event.target.closest("#claim, #players")) document.body.classList.add("skipped");
});

/* "Let it go" puts the question about one claim out of sight on this page alone: nothing is sent (UX-307). */
let letGo = null;
const claimed = () => byId("actions")?.dataset.for ?? null;
const question = () => byId("actions")?.classList.toggle("let-go", letGo !== null && letGo === claimed());
document.addEventListener("click", (event) => {
  const lets = event.target.closest("[data-let-go]"), again = event.target.closest("[data-call-again]");
  if (!lets && !again) return;
  letGo = lets ? claimed() : null;
  question();
  byId(lets ? "call-again" : "call")?.focus({ preventScroll: true });
});
document.addEventListener("table:changed", question);

/* --- invitation, first question, commands -------------------------------------------------------------------------------- */
const share = byId("share");
if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({ title: share.dataset.title, url: byId("link").value }).catch(() => {}));
}
byId("copy")?.addEventListener("click", async () => {
  try { await navigator.clipboard.writeText(byId("link").value); } catch { byId("link").select(); document.execCommand("copy"); }
  byId("copy").lastElementChild.textContent = words.copied;
  answer(words.copied);
});
byId("copy-log")?.addEventListener("click", async () => {
  await navigator.clipboard?.writeText([...byId("log-lines").children].map((line) => line.textContent.trim()).reverse().join("\n"));
  answer(words.copied);
  bubble(words.copied);
});
document.querySelector("[data-known]")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter, data = new FormData(event.target, button);
  document.body.classList.toggle("hints", button.value === "hints");
  byId("question").remove();
  fetch(event.target.action, { method: "POST", body: data, headers: { "X-Requested-With": "table" }, keepalive: true }).catch(() => {});
  if (button.dataset.go) location.assign(button.dataset.go);
  else byId("banner")?.focus({ preventScroll: true });
});

/* Typed commands of text mode, in any of the four languages. */
byId("command-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = byId("command"), typed = latin(field.value.trim().toLowerCase());
  const parts = typed.split(/[\s,:!×x*-]+(?=.)|\s+/).filter(Boolean);
  const kind = Object.keys(config.commands).find((name) => parts.some((part) => config.commands[name].includes(part)));
  const told = (text) => { byId("command-said").textContent = text; };
  field.value = "";
  if (kind === "hand") told(keys.readHand());
  else if (kind === "table") told(keys.tableText());
  else if (kind === "time") told(keys.timeText(words));
  else if (kind === "help") told(words.help);
  else if (!kind) told(words.unknown);
  else {
    const action = actions.typed?.(typed, kind) ?? (actions[kind] ? null : { type: kind });
    const off = document.querySelector(`button[name=do][value="${kind}"][aria-disabled=true]:not([data-unready])`);
    if (off) told(byId(off.getAttribute("aria-describedby"))?.textContent.trim() ?? words.no_turn);
    else if (!action) told(words.unknown);
    else told(act(action) ? "" : words.no_turn);
  }
});

/* --- go ------------------------------------------------------------------------------------------------------------------- */
byId("mute")?.addEventListener("click", () => answer(toggleMute() ? words.sounds_off : words.sounds_on));
clock.setUp(config.digits, () => {
  if (byId("own").dataset.turn !== "me") return;
  say("assertive", words.ten);
  play("clock");
});
keys.setUp(words, press);
apply();
clock.start(config.remaining, true);
/* Where no socket gets through, the page loads itself again while it waits, and the forms are sent as they are.
   Until the first message has come no button does anything, and none looks as if it did. */
if (!plain) {
  document.body.classList.add("offline");
  if (document.readyState === "complete") open();
  else document.addEventListener("DOMContentLoaded", open); // all parts of the page listen by then
}
else if (config.refresh) setTimeout(() => location.reload(), config.refresh * 1000);
