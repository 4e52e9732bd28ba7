/* A link to a clause that the page does not have says so, instead of leaving the reader at the top without a word. Rules for
   every table stand on their own page: a link to one of them on the page of a game leads on. */

const told = document.querySelector("#no-clause");

const look = () => {
  let asked = location.hash.slice(1);
  try { asked = decodeURIComponent(asked); } catch { /* shown as it came */ }
  if (asked.startsWith("common.") && told.dataset.common) { location.replace(`${told.dataset.common}#${asked}`); return; }
  told.hidden = !asked || document.getElementById(asked) !== null;
  told.querySelector("b").textContent = told.hidden ? "" : asked.slice(0, 80);
  if (!told.hidden) told.scrollIntoView({ block: "center" });
};

if (told) {
  addEventListener("hashchange", look);
  look();
}
