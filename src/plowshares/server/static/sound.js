// Sounds, made here of notes and noise. Silent until the first press of a key or button, as browsers want it.
import { settings } from "./settings.js";

const APART = 0.06; // seconds between two sounds, at least
let context = null, last = -1;

addEventListener("pointerdown", wake, { once: true, capture: true });
addEventListener("keydown", wake, { once: true, capture: true });

function wake() {
  try {
    context ??= new AudioContext();
  } catch { /* no sound here */ }
}

// A note: wave, frequency at the beginning and end, when, how long, how loud.
function note(wave, from, to, at, length, gain = 0.3) {
  const source = context.createOscillator(), level = context.createGain(), now = context.currentTime + at;
  source.type = wave;
  source.frequency.setValueAtTime(from, now);
  source.frequency.exponentialRampToValueAtTime(Math.max(20, to), now + length);
  swell(level, now, length, gain);
  source.connect(level);
  source.start(now);
  source.stop(now + length);
}

// A rustle: noise through a filter at a frequency.
function noise(frequency, at, length, gain = 0.3, width = 1) {
  const size = Math.ceil(context.sampleRate * length), buffer = context.createBuffer(1, size, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < size; i++) data[i] = Math.random() * 2 - 1;
  const source = context.createBufferSource(), filter = context.createBiquadFilter(), level = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  filter.Q.value = width;
  swell(level, context.currentTime + at, length, gain);
  source.connect(filter).connect(level);
  source.start(context.currentTime + at);
}

function swell(level, now, length, gain) {
  const loud = gain * (settings.volume / 100) ** 1.5;
  level.gain.setValueAtTime(0.0001, now);
  level.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud), now + Math.min(0.015, length / 4));
  level.gain.exponentialRampToValueAtTime(0.0001, now + length);
  level.connect(context.destination);
}

const tune = (wave, notes, length, gain) => notes.forEach((pitch, i) => note(wave, pitch, pitch, i * length, length * 1.7, gain));

const SOUNDS = {
  pick: () => note("triangle", 520, 560, 0, 0.06, 0.18),
  place: () => { noise(900, 0, 0.05, 0.5); note("sine", 190, 120, 0, 0.09, 0.4); },
  slide: () => noise(1400, 0, 0.16, 0.16, 0.7),
  card: () => noise(2600, 0, 0.11, 0.22, 0.8),
  play: () => { noise(1800, 0, 0.1, 0.25); note("sine", 240, 180, 0.05, 0.08, 0.2); },
  coin: () => tune("square", [1320, 1760], 0.07, 0.06),
  fertilizer: () => { noise(3200, 0, 0.09, 0.15); noise(2600, 0.08, 0.1, 0.15); },
  dice: () => [0, 0.09, 0.17, 0.27, 0.4].forEach((at) => noise(1500 + 900 * Math.random(), at, 0.05, 0.4, 2)),
  harvest: () => { note("triangle", 330, 660, 0, 0.12, 0.25); note("triangle", 880, 900, 0.12, 0.12, 0.15); },
  battle: () => { noise(2400, 0, 0.13, 0.5, 3); note("sawtooth", 900, 300, 0, 0.14, 0.12); noise(1900, 0.12, 0.16, 0.3, 4); },
  good: () => tune("triangle", [523, 659, 784], 0.09, 0.2),
  bad: () => tune("triangle", [392, 330, 262], 0.12, 0.2),
  bomb: () => { noise(160, 0, 0.6, 0.9, 0.5); note("sine", 110, 35, 0, 0.5, 0.6); },
  hit: () => { noise(700, 0, 0.09, 0.5, 2); note("square", 200, 90, 0, 0.1, 0.08); },
  fuse: () => noise(4200, 0, 0.35, 0.12, 2),
  march: () => [0, 0.1, 0.2, 0.25, 0.3].forEach((at) => noise(320, at, 0.05, 0.5, 1)),
  founded: () => { note("sine", 660, 658, 0, 0.9, 0.3); note("sine", 1320, 1316, 0, 0.5, 0.12); },
  captured: () => tune("sawtooth", [294, 392, 392, 494], 0.13, 0.08),
  hunger: () => note("sine", 150, 120, 0, 0.5, 0.35),
  turn: () => tune("sine", [587, 880], 0.12, 0.22),
  joined: () => tune("sine", [440, 554, 659], 0.08, 0.16),
  message: () => note("sine", 880, 990, 0, 0.12, 0.15),
  tick: () => noise(2000, 0, 0.025, 0.35, 4),
  win: () => tune("triangle", [523, 523, 659, 784, 659, 784, 1047], 0.16, 0.22),
  loss: () => tune("sine", [440, 415, 392, 330], 0.26, 0.2),
  draw: () => tune("sine", [440, 440, 494, 440], 0.18, 0.18),
  error: () => { note("sine", 130, 95, 0, 0.14, 0.4); noise(220, 0, 0.08, 0.3); },
};

export function play(name) {
  if (!context || !settings.volume || !SOUNDS[name]) return;
  if (context.state === "suspended") context.resume();
  if (context.currentTime - last < APART) return;
  last = context.currentTime;
  SOUNDS[name]();
  dispatchEvent(new CustomEvent("sound", { detail: name }));
}
