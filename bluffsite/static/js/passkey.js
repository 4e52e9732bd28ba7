/* Passkeys: asks the browser for one, and sends the answer with the form. Without passkeys the forms stay hidden. */

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const withIds = (list) => list?.map((entry) => ({ ...entry, id: bytes(entry.id) }));

function creation({ publicKey }) {
  return { publicKey: {
    ...publicKey, challenge: bytes(publicKey.challenge), user: { ...publicKey.user, id: bytes(publicKey.user.id) },
    excludeCredentials: withIds(publicKey.excludeCredentials),
    authenticatorSelection: { ...publicKey.authenticatorSelection, residentKey: "required", requireResidentKey: true, userVerification: "required" },
  } };
}

function request({ publicKey }) {
  return { publicKey: { ...publicKey, challenge: bytes(publicKey.challenge), allowCredentials: withIds(publicKey.allowCredentials) } };
}

function asJson(credential) {
  const { response } = credential, parts = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (response[name]) parts[name] = text(response[name]);
  }
  if (response.getTransports) parts.transports = response.getTransports();
  return JSON.stringify({
    id: credential.id, rawId: text(credential.rawId), type: credential.type, response: parts,
    authenticatorAttachment: credential.authenticatorAttachment, clientExtensionResults: credential.getClientExtensionResults(),
  });
}

async function options(form) {
  if (form.dataset.ask) return (await (await fetch(form.dataset.ask, { headers: { Accept: "application/json" } })).json()).request_options;
  return JSON.parse(document.getElementById(form.dataset.options).textContent);
}

async function ask(form) {
  const asked = await options(form);
  const credential = form.dataset.passkey === "create" ? await navigator.credentials.create(creation(asked)) : await navigator.credentials.get(request(asked));
  form.elements.credential.value = asJson(credential);
  form.submit();
}

/* A passkey belongs to a name, so an address of numbers has none. */
if (window.PublicKeyCredential && isSecureContext && !/^[\d.]+$|:/.test(location.hostname)) {
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const failed = form.querySelector("[data-failed]");
      failed.hidden = true;
      ask(form).catch(() => { failed.hidden = false; });
    });
  }
  for (const note of document.querySelectorAll("[data-no-passkey]")) note.hidden = true;
}
