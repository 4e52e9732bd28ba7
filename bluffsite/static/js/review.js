/* The review goes without a script; this adds arrow keys between steps, and the share button of the device. */

const steps = [...document.querySelectorAll("[data-steps] .r-step")];
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

for (const hint of document.querySelectorAll("[data-keys]")) hint.hidden = false;
document.addEventListener("keydown", (event) => {
  const by = STEPS[event.key];
  if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("input, textarea, select")) return;
  const at = steps.findIndex((step) => step.contains(document.activeElement));
  const next = steps[at < 0 ? (by > 0 ? 0 : -1) : at + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const url = button.dataset.share;
    try {
      if (navigator.share) await navigator.share({ title: button.dataset.title, url });
      else { await navigator.clipboard.writeText(url); document.querySelector("[data-share-said]").textContent = button.dataset.copied; }
    } catch { document.querySelector("#share-link").select(); }
  });
}
