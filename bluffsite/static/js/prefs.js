/* What this browser remembers about the table: dice, doubting, sounds, shortcuts. Shared by all tabs. */

const STORE = "bluffsite.table";
export const usual = {
  dice: "pips", doubt: "hold", volume: 6, vibrate: matchMedia("(pointer: coarse)").matches && !matchMedia("(prefers-reduced-motion: reduce)").matches, keys: true, muted: false,
  "sound-turn": true, "sound-claim": true, "sound-call": true, "sound-true": true, "sound-bluff": true, "sound-clock": true,
  suits: "four", letters: false, sort: "", shortcuts: { call: "c", let: "l", pass: "p", picker: "b", time: "t", repeat: "r", hand: "h", table: "g", mute: "m" },
};

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    return { ...usual, ...kept, shortcuts: { ...usual.shortcuts, ...kept.shortcuts } };
  } catch {
    return { ...usual };
  }
}

export let prefs = read();

export function set(name, value) {
  prefs = { ...prefs, [name]: value };
  try { localStorage.setItem(STORE, JSON.stringify(prefs)); } catch { /* kept for this visit only */ }
  apply();
}

/* Show the choices: on the page itself and in the controls of the settings sheet. */
export function apply() {
  document.documentElement.dataset.dice = prefs.dice;
  document.documentElement.dataset.suits = prefs.suits;
  document.documentElement.classList.toggle("suit-letters", Boolean(prefs.letters));
  for (const control of document.querySelectorAll("[data-pref]")) {
    const value = prefs[control.dataset.pref];
    if (control.type === "checkbox") control.checked = Boolean(value);
    else control.value = value;
  }
  for (const control of document.querySelectorAll("[data-shortcut]")) control.value = prefs.shortcuts[control.dataset.shortcut];
  const muted = prefs.muted || document.documentElement.dataset.sound === "off";
  document.getElementById("mute")?.setAttribute("aria-pressed", String(muted));
  document.getElementById("mute-icon")?.setAttribute("href", muted ? "#i-mute" : "#i-sound");
  document.dispatchEvent(new CustomEvent("table:prefs"));
}

addEventListener("storage", (event) => { if (event.key === STORE) { prefs = read(); apply(); } });
document.addEventListener("change", (event) => {
  const control = event.target;
  if (control.matches?.("[data-pref]")) set(control.dataset.pref, control.type === "checkbox" ? control.checked : control.type === "range" ? Number(control.value) : control.value);
});
