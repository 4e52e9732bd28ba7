/* The page of a league match: while it is open, "I am here" is said again, and the page goes to the table when the match begins. */

const form = document.querySelector("#here");
const every = 15000;

async function say() {
  const body = new FormData(form);
  body.set("do", "here");
  const answer = await fetch(location.pathname, { method: "POST", body, headers: { "X-Requested-With": "fixture" }, credentials: "same-origin" });
  if (!answer.ok) return;
  const told = await answer.json();
  if (told.said) { form.querySelector("[data-said]").textContent = told.said; form.dataset.here = ""; return; }
  if (told.to) { location.assign(told.to); return; }
  const place = form.querySelector("[data-gathering]");
  if (told.html && place.innerHTML !== told.html) place.innerHTML = told.html;
}

if (form) {
  setInterval(() => { if (form.dataset.here && document.visibilityState === "visible") say().catch(() => { /* the next time */ }); }, every);
}
