/* Shortcuts by single keys: listed with "?", changeable, and off where somebody switched them off (UX-802). */

import { prefs, set } from "table/prefs";
import { answer, heard, spoken } from "table/said";
import * as clock from "table/clock";
import { toggleMute } from "table/sound";

const byId = (id) => document.getElementById(id);
const words = (selector) => [...document.querySelectorAll(selector)].map(heard).filter(Boolean).map((text) => (/[.!?।]$/.test(text) ? text : `${text}.`)).join(" ");

/* A bare number is seconds. */
const inWords = (time, texts) => (time.includes(":") ? time : texts.seconds.replace("%(n)s", time));

export function timeText(texts) {
  const left = clock.remaining();
  return `${words("#banner")} ${left === null ? texts.no_clock : texts.left.replace("%(time)s", inWords(clock.text(left), texts))}`;
}
/* The hand in words. What lies under something is lifted first: whoever asks for it is told, and for as long as it is up. */
export function readHand() {
  const lift = document.querySelector("#hand [data-lift]");
  if (!lift) return byId("hand")?.getAttribute("aria-label") ?? "";
  lift.click();
  return "";
}
export const tableText = () => `${words("#claim")} ${words("#middle")} ${words("#players .t-seat")}`;

export function setUp(texts, press) {
  const byKey = (name) => {
    const button = document.querySelector(`[data-key=${name}]`);
    if (button?.form) press(button);
    else button?.click();
  };
  const actions = {
    call: () => press(byId("call")),
    let: () => byKey("let"),
    pass: () => byKey("pass"),
    picker: () => (document.querySelector("#picker input:checked") ?? document.querySelector("#picker :is(input, select, button)"))?.focus(),
    time: () => answer(timeText(texts)),
    repeat: () => answer(spoken.at(-1) ?? words("#log-lines li:first-child")),
    hand: () => answer(readHand()),
    table: () => answer(tableText()),
    mute: () => answer(toggleMute() ? texts.sounds_off : texts.sounds_on),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const field = event.target.closest("input, select, textarea");
    if (field && !field.matches("[type=radio], [type=number], [role=spinbutton]")) return;
    if (!prefs.keys) return;
    if (event.key === "?") { event.preventDefault(); byId("keys").showModal(); return; }
    const name = Object.keys(actions).find((one) => prefs.shortcuts[one] === event.key.toLowerCase());
    if (name) { event.preventDefault(); actions[name](); }
  });
  document.addEventListener("input", (event) => {
    const control = event.target, name = control.dataset?.shortcut;
    if (!name) return;
    const key = control.value.toLowerCase();
    const taken = Object.entries(prefs.shortcuts).some(([other, used]) => other !== name && used === key);
    if (!key || taken || /[\s\d०-९?+-]/.test(key)) { if (key) answer(texts.key_taken); control.value = prefs.shortcuts[name]; return; }
    set("shortcuts", { ...prefs.shortcuts, [name]: key });
  });
}
