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

/* An answer to a question by key or command: at once. */
export function answer(text) { if (text) put("polite", text); }
