/* Counts down to moments of the server's clock: every [data-until] (milliseconds since 1970) shows m:ss, then its data-over. */
const page = document.querySelector("[data-now]");
const behind = page ? Date.now() - Number(page.dataset.now) : 0; // how far this device's clock is ahead
const digits = document.documentElement.dataset.digits === "ne" ? "०१२३४५६७८९" : "0123456789";

function count() {
  for (const place of document.querySelectorAll("[data-until]")) {
    const left = Math.ceil((Number(place.dataset.until) - (Date.now() - behind)) / 1000);
    const text = left <= 0 ? place.dataset.over : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`.replace(/\d/g, (digit) => digits[digit]);
    if (place.textContent !== text) place.textContent = text;
  }
}

setInterval(count, 250);
count();
