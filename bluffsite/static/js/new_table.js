/* The live part of the sheet: only the levels of seats that exist, and how far the table differs from standard rules. */
const form = document.querySelector("[data-new-table]");

const value = (name) => new FormData(form).get(name);

function showLevels() {
  const size = Number(value("size"));
  for (const row of form.querySelectorAll("[data-seat]")) row.hidden = Number(row.dataset.seat) >= size;
}

function showDifferences() {
  const rules = form.querySelectorAll("[data-rules] [data-option]");
  const differing = [...rules].filter((rule) => value(rule.dataset.option) !== rule.dataset.standard).length;
  const line = form.querySelector("[data-summary]"), text = JSON.parse(line.dataset.summaries)[differing];
  if (line.textContent.trim() !== text) line.textContent = text;
}

function refresh() {
  showLevels();
  showDifferences();
}

form.addEventListener("change", refresh);
addEventListener("pageshow", refresh);
refresh();
