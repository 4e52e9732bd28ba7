/* The countdown. Only relative times count: what was left when the message came, less the time since then. */

let left = null, since = 0, running = false, whole = 1, warned = false, digits = "0123456789";
let onTen = () => {};

export function setUp(signs, ten) { digits = signs; onTen = ten; }

export const text = (ms) => {
  let seconds = Math.ceil(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  seconds %= 60;
  const plain = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : minutes ? `${minutes}:${two(seconds)}` : String(seconds);
  return plain.replace(/\d/g, (d) => digits[d]);
};

export const remaining = () => left === null ? null : Math.max(0, left - (running ? performance.now() - since : 0));

/* A new position or a new reading: `ms` is null where no clock runs. */
export function start(ms, isNew) {
  const box = document.getElementById("clock");
  left = ms;
  since = performance.now();
  running = ms !== null && box?.dataset.stopped !== "1";
  whole = Number(box?.dataset.all ?? 1);
  if (isNew) warned = ms !== null && ms < 10500;
  tick();
}

export function stop() { if (running) { left = remaining(); running = false; } }

/* How long a computer that is to act leaves time for calls: from when this page first saw the claim (UX-307). */
let windowFor = null, windowSince = 0;
function tickWindow() {
  const box = document.getElementById("window"), bar = document.getElementById("window-bar");
  const claim = box && document.getElementById("actions").dataset.for;
  if (claim !== windowFor) { windowFor = claim; windowSince = performance.now(); }
  if (bar) bar.style.transform = `scaleX(${Math.max(0, 1 - (performance.now() - windowSince) / Number(box.dataset.all))})`;
}

function tick() {
  tickWindow();
  const now = remaining(), number = document.getElementById("clock-number");
  if (now === null || !number) return;
  const shown = text(now);
  if (number.textContent !== shown) number.textContent = shown;
  const bar = document.getElementById("clock-bar");
  if (bar) bar.style.transform = `scaleX(${Math.min(1, now / whole)})`;
  document.getElementById("clock-word")?.toggleAttribute("hidden", now * 4 > whole);
  document.getElementById("clock").classList.toggle("hurry", now * 4 <= whole);
  const more = document.getElementById("more-time");
  if (more) more.hidden = now > whole / 3;
  if (!warned && running && now <= 10000) { warned = true; onTen(); }
}
setInterval(tick, 250);
