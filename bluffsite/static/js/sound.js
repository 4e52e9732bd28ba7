/* Six sounds, made on the spot; none before the first tap. "My turn" is a rising call, unlike all others in shape. */

import { prefs, set } from "table/prefs";

let audio = null;

/* Each note: start in seconds, pitch in hertz, length, and how it sounds. */
const SOUNDS = {
  turn: [[0, 523, .14, "triangle"], [.13, 659, .14, "triangle"], [.26, 784, .3, "triangle"]],
  claim: [[0, 330, .09, "sine"]],
  call: [[0, 196, .1, "square"], [.12, 196, .16, "square"]],
  true: [[0, 392, .4, "sine"], [0, 494, .4, "sine"], [0, 587, .4, "sine"]],
  bluff: [[0, 392, .16, "sawtooth"], [.15, 311, .16, "sawtooth"], [.3, 233, .34, "sawtooth"]],
  clock: [[0, 1175, .05, "sine"], [.16, 1175, .05, "sine"]],
};

function wake() {
  audio ??= window.AudioContext ? new AudioContext() : null;
  if (audio?.state === "suspended") audio.resume();
}
addEventListener("pointerdown", wake, { passive: true });
addEventListener("keydown", wake);

const isMuted = () => prefs.muted || document.documentElement.dataset.sound === "off";

export function play(name) {
  if (!audio || audio.state !== "running" || isMuted() || !prefs[`sound-${name}`] || !SOUNDS[name]) return;
  const loud = (prefs.volume / 10) ** 2 * .35, now = audio.currentTime;
  for (const [at, pitch, length, shape] of SOUNDS[name]) {
    const tone = audio.createOscillator(), gain = audio.createGain();
    tone.type = shape;
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, now + at);
    gain.gain.linearRampToValueAtTime(shape === "square" || shape === "sawtooth" ? loud * .4 : loud, now + at + .012);
    gain.gain.exponentialRampToValueAtTime(.0001, now + at + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(now + at);
    tone.stop(now + at + length + .02);
  }
}

export function buzz() {
  if (prefs.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([60, 40, 60]);
}

export function toggleMute() {
  if (document.documentElement.dataset.sound === "off") delete document.documentElement.dataset.sound;
  set("muted", !isMuted() || !prefs.muted);
  return prefs.muted;
}
