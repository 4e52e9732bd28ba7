/* What a screen reader is told. Every message is a new node, so that equal texts are spoken again; bursts become one sentence. */

const JOIN_MS = 1500;
let waiting = [], timer = null;
export const spoken = [];

function put(region, text) {
  const line = document.createElement("p");
  line.textContent = text;
  const box = document.getElementById(region);
  box.append(line);
  while (box.children.length > 3) box.firstChild.remove();
}

function flush() {
  timer = null;
  const text = waiting.join(" ");
  waiting = [];
  if (text) put("polite", text);
}

export function say(mode, text) {
  if (!text) return;
  spoken.push(text);
  if (spoken.length > 20) spoken.shift();
  if (mode === "assertive") { if (timer) { clearTimeout(timer); flush(); } put("assertive", text); return; }
  waiting.push(text);
  timer ??= setTimeout(flush, JOIN_MS);
}

/* What of a part is there to be heard: not what is hidden, nor what is drawn for the eye alone. */
export function heard(part) {
  const inside = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === "true") return "";
    const display = getComputedStyle(node).display;
    if (display === "none") return "";
    const text = [...node.childNodes].map(inside).join("");
    return display.startsWith("inline") ? text : ` ${text} `;
  };
  return inside(part).replace(/\s+/g, " ").replace(/ ([.,:;!?।])/g, "$1").trim();
}

/* An answer to a question by key or command: at once. */
export function answer(text) { if (text) put("polite", text); }
