// The page "Check this game": fetches the record (or takes a file), checks it in this browser, and shows each draw.
import { check } from "./fairness.js";

const page = document.querySelector("[data-check]");
const summary = page.querySelector("[data-summary]");
const list = page.querySelector("[data-checks]");
const words = page.dataset;

/** A purpose as people say it: `game 1 / round 3 / roll`, or a lot for the whole match. */
function named(purpose) {
  const round = /^game (\d+) \/ round (\d+) \//.exec(purpose);
  if (round) return words.round.replace("{game}", round[1]).replace("{round}", round[2]);
  const game = /^game (\d+) \//.exec(purpose);
  if (game) return words.game.replace("{game}", game[1]);
  return purpose.startsWith("match /") ? words.lot : purpose;
}

function line({ what, purpose, ok, outcome }, said) {
  const item = document.createElement("li");
  item.className = ok ? "good" : "bad";
  const mark = document.createElement("b");
  mark.textContent = ok ? `✓ ${words.good}` : `✗ ${words.bad}`;
  const text = document.createElement("span");
  text.textContent = what === "draw" ? named(purpose) : words[what];
  item.append(mark, text);
  if (outcome) {
    const drawn = document.createElement("span");
    drawn.className = "drawn";
    drawn.textContent = said(["", ...outcome]);
    item.append(drawn);
  }
  return item;
}

async function show(bytes) {
  list.replaceChildren();
  let result;
  try {
    const { game } = JSON.parse(new TextDecoder().decode(bytes));
    const module = await import(words.module.replace("GAME", String(game).replace(/[^a-z_]/g, "")));
    result = check(bytes, module.shownAs);
    for (const one of result.checks) {
      list.append(line({ ...one, outcome: one.draw && one.draw.slice(1) }, module.said));
    }
  } catch {
    result = { ok: false };
  }
  summary.className = result.ok ? "verdict good" : "verdict bad";
  summary.textContent = result.ok ? `✓ ${words.fair}` : `✗ ${result.checks ? words.unfair : words.unreadable}`;
}

page.querySelector("input[type=file]").addEventListener("change", async ({ target }) => {
  if (target.files[0]) await show(new Uint8Array(await target.files[0].arrayBuffer()));
});

if (words.record) {
  const answer = await fetch(words.record, { credentials: "same-origin" });
  if (answer.ok) await show(new Uint8Array(await answer.arrayBuffer()));
  else summary.textContent = words.closed;
}
