/* Pages of leagues: an invitation can be shared by a tap, and a new league begins in the browser's time zone. */

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !(navigator.share || navigator.clipboard);
  button.addEventListener("click", async () => {
    const url = button.dataset.share;
    try {
      if (navigator.share) await navigator.share({ title: button.dataset.title, url });
      else { await navigator.clipboard.writeText(url); document.querySelector("[data-share-said]").textContent = button.dataset.copied; }
    } catch { /* the person changed their mind */ }
  });
}

const zones = document.querySelector("[data-guess-zone] select[name=time_zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zones && [...zones.options].some((option) => option.value === zone)) zones.value = zone;

/* On a phone the ways to the pages of a league are one row: the page that is open stands in view. */
const here = document.querySelector(".league-ways [aria-current]");
const row = here?.closest("ul");
if (row) row.scrollLeft = here.offsetLeft - row.offsetLeft - 16;
