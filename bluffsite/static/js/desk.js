// The staff desk: J and K go from case to case, and the template of a reason follows rule and language until it is edited.

const typing = (event) => event.target.closest("input, textarea, select, [contenteditable]") || event.ctrlKey || event.metaKey || event.altKey;
const links = [...document.querySelectorAll("[data-rows] :is(h2, h3) a")];

for (const hint of document.querySelectorAll("[data-keys]")) hint.hidden = !links.length;

document.addEventListener("keydown", (event) => {
  if (typing(event) || !["j", "k"].includes(event.key)) return;
  const step = event.key === "j" ? 1 : -1;
  if (links.length) {
    const at = links.indexOf(document.activeElement);
    links[Math.max(0, Math.min(links.length - 1, at < 0 ? 0 : at + step))].focus();
  } else {
    document.querySelector(step > 0 ? "a[rel=next]" : "a[rel=prev]")?.click();
  }
});

const form = document.getElementById("decide");
const texts = form && document.getElementById(form.dataset.texts);
if (texts && form.elements.rule) {
  const all = JSON.parse(texts.textContent);
  const { rule, language, reason } = form.elements;
  let offered = all[language.value]?.[rule.value] ?? "";
  const follow = () => {
    const next = all[language.value]?.[rule.value] ?? "";
    if (reason.value.trim() === "" || reason.value.trim() === offered.trim()) reason.value = next;
    reason.lang = language.value;
    offered = next;
  };
  rule.addEventListener("change", follow);
  language.addEventListener("change", follow);
  reason.lang = language.value;
}
