// Checks a match record: the seal of the file, the promise made before the start, and every deal, throw and lot.
// It follows bluffsite/docs/fair_deals.md; anyone can write their own from there.
import { sha256 } from "../vendor/js-sha256/sha256.min.mjs";

const WORD_LIMIT = 2 ** 32;

const hexToBytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The digest in the file is the SHA-256 of the file with 64 zeros in the digest's place. */
export function sealHolds(bytes, digest) {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  const at = text.lastIndexOf(`"digest":"${digest}"`);
  if (at < 0) return false;
  const start = at + '"digest":"'.length;
  return sha256(text.slice(0, start) + "0".repeat(64) + text.slice(start + 64)) === digest;
}

/** What was promised before the start. */
export const commitmentOf = (secretHex) => sha256(hexToBytes(secretHex));

function* wordsOf(secret, context, purpose) {
  for (let block = 0; ; block += 1) {
    const view = new DataView(sha256.hmac.arrayBuffer(secret, `${context}\n${purpose}\n${block}`));
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

function below(words, size) {
  const limit = WORD_LIMIT - (WORD_LIMIT % size);
  for (const word of words) if (word < limit) return word % size;
  return undefined;
}

/** The numbers that this draw must have given: `[purpose, kind, size, count, outcome]`. */
export function outcomeOf(secretHex, context, [purpose, kind, size, count]) {
  // A generator is closed by leaving a for-of loop, so each draw keeps one iterator with a next() of its own.
  const stream = wordsOf(hexToBytes(secretHex), context, purpose);
  const words = { [Symbol.iterator]: () => ({ next: () => stream.next() }) };
  if (kind !== "shuffle") return Array.from({ length: count }, () => below(words, size));
  const items = Array.from({ length: size }, (_, index) => index);
  for (let last = size - 1; last > 0; last -= 1) {
    const pick = below(words, last + 1);
    [items[last], items[pick]] = [items[pick], items[last]];
  }
  return items;
}

const sameList = (one, other) => one.length === other.length && one.every((value, index) => value === other[index]);

/**
 * Every check of a record, in order: `{what: "seal" | "promise" | "draw", purpose, ok}`. `shownAs(entry)` of the game's
 * own module says whether the events of an entry show what was drawn. Throws when the bytes are no record.
 */
export function check(bytes, shownAs = () => true) {
  const record = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (record.format !== "bluffsite-record/1") throw new Error("not a record");
  const context = JSON.stringify([record.table, record.parts]);
  const seen = new Set();
  const checks = [
    { what: "seal", ok: sealHolds(bytes, record.digest) },
    { what: "promise", ok: commitmentOf(record.secret) === record.commitment },
  ];
  record.log.forEach((entry, index) => {
    if (entry.number !== index + 1) checks.push({ what: "draw", purpose: `#${index + 1}`, ok: false });
    const shown = shownAs(entry);
    for (const draw of entry.draws) {
      const honest = sameList(outcomeOf(record.secret, context, draw), draw[4]);
      checks.push({ what: "draw", purpose: draw[0], ok: honest && shown && !seen.has(draw[0]), draw });
      seen.add(draw[0]);
    }
  });
  return { record, checks, ok: checks.every(({ ok }) => ok) };
}
