/* Small comforts on every page; everything works without them too. */

/* Without a network a form stays where it is, with all that was typed. */
document.addEventListener("submit", (event) => {
  const form = event.target, told = document.getElementById("no-network");
  if (!told || navigator.onLine || form.method !== "post" || form.matches("[data-look]") || document.getElementById("own")) return; // a table knows better
  event.preventDefault();
  event.stopImmediatePropagation();
  told.className = "banner warn";
  told.setAttribute("role", "alert");
  form.append(told);
  told.hidden = false;
  told.scrollIntoView({ block: "nearest" });
}, true);
addEventListener("online", () => { const told = document.getElementById("no-network"); if (told) told.hidden = true; });

/* The answer to a refused form is a page like others: to load it again, or to come back to it, sends nothing again. */
if (performance.getEntriesByType("navigation")[0]?.responseStatus === 422) history.replaceState(history.state, "");

/* A page beside a table says that its reader is still there: a host who types a name keeps the badge. */
if (document.querySelector("[data-here]")) {
  const here = () => fetch(location.pathname, { method: "HEAD" }).catch(() => {});
  setTimeout(here, 1000);
  setInterval(here, 8000);
}

/* A look (theme, contrast, text size) changes at once, and is kept by the same form in the background. */
document.addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  if (!form.matches("[data-look]") || !button?.name) return;
  event.preventDefault();
  const root = document.documentElement, { name, value } = button;
  if (value) root.dataset[name] = value;
  else delete root.dataset[name];
  for (const other of form.querySelectorAll(`button[name="${name}"]`)) other.setAttribute("aria-pressed", String(other === button));
  fetch(form.action, { method: "POST", body: new FormData(form, button), redirect: "manual" }).catch(() => {});
});

/* What the next page needs comes once this one has all of its own. */
addEventListener("load", () => { const links = document.getElementById("ahead"); if (links) document.head.append(links.content); });

/* Without a network, rules that were read here still open (offline.js). */
if (navigator.serviceWorker && isSecureContext) addEventListener("load", () => navigator.serviceWorker.register("/offline.js").catch(() => {}));

/* A form that starts something is sent once, however often it is tapped. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "yes";
  for (const button of form.querySelectorAll("button")) button.setAttribute("aria-disabled", "true");
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll("button")) button.removeAttribute("aria-disabled");
  }
});

/* What this device keeps for scripts goes too, also where the browser does not heed `Clear-Site-Data`. */
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-clears]")) return;
  try { localStorage.clear(); sessionStorage.clear(); } catch { /* nothing is kept there */ }
});

/* Sheets: a link to #name opens <dialog id="name"> where there is one. */
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  const sheet = opener && document.getElementById(opener.dataset.opens);
  if (sheet?.showModal) { event.preventDefault(); sheet.showModal(); fetched(sheet.querySelector("[data-from]")); }
  if (event.target.matches("[data-back]")) { event.preventDefault(); history.back(); }
});

/* What a sheet holds comes when it is first opened; until then, and where it does not come, there is a link to it. */
async function fetched(place) {
  if (!place?.dataset.from) return;
  const answer = await fetch(place.dataset.from).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  place.innerHTML = await answer.text();
  delete place.dataset.from;
}

/* At a table a link to a clause opens the rules of that table at it, and the match stays in sight. */
document.addEventListener("click", async (event) => {
  const link = event.target.closest('a[href*="/rules/"][href*="#"]'), sheet = document.querySelector("dialog#rules");
  if (!link || !sheet?.showModal || sheet.contains(link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  link.closest("dialog")?.close();
  sheet.showModal();
  await fetched(sheet.querySelector("[data-from]"));
  const looks = sheet.querySelector("link[rel=stylesheet]"), clause = sheet.querySelector(`[id="${CSS.escape(link.hash.slice(1))}"]`)?.closest("p");
  if (!clause) { location.assign(link.href); return; }
  if (clause.closest(".unused")) sheet.querySelector(".show-all").checked = true;
  if (looks && !looks.sheet) await new Promise((done) => { looks.onload = looks.onerror = done; });
  clause.tabIndex = -1;
  clause.focus({ preventScroll: true });
  clause.scrollIntoView({ block: "center" });
});

/* This browser's random part of a fair deal goes with the form that sits down. */
for (const field of document.querySelectorAll("input[data-part]")) {
  field.value = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* The zone of this browser, where a form asks for one that is not known yet. */
for (const field of document.querySelectorAll("[data-zone]")) {
  if (!field.value) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}
