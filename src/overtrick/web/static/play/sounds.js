// Sounds that belong to cards, made here of noise and tones: no recording is loaded, and nothing sounds before a click.
import { settings } from "../site/settings.js";

const MOST = 40;
const LATER_S = 0.16; // a second sound of the same moment waits for the first

/**
 * @typedef {{ at: number, length: number, pitch: number, to?: number, loud: number, form?: OscillatorType }} Tone
 * @typedef {{ at: number, length: number, pitch: number, to?: number, loud: number, narrow?: number }} Rustle
 * @typedef {{ tones?: Tone[], rustles?: Rustle[] }} Voice
 */

/** @type {(at: number, loud?: number) => Rustle} */
const snap = (at, loud = 0.5) => ({ at, length: 0.055, pitch: 2600, to: 1100, loud, narrow: 0.9 });

/** What each sound is made of; times in seconds, pitches in hertz. */
/** @type {Record<string, Voice>} */
export const VOICES = {
  // One card laid on cloth: a snap of paper and a dull knock.
  card: { rustles: [snap(0)], tones: [{ at: 0, length: 0.07, pitch: 150, to: 90, loud: 0.28 }] },
  // Cards swept together, and set down.
  trick: {
    rustles: [{ at: 0, length: 0.2, pitch: 900, to: 3200, loud: 0.3, narrow: 0.7 }, snap(0.2, 0.3), snap(0.25, 0.4)],
    tones: [{ at: 0.24, length: 0.1, pitch: 130, to: 80, loud: 0.3 }],
  },
  // A handful of cards dealt.
  deal: { rustles: [0, 0.08, 0.16, 0.24, 0.32].map((at) => snap(at, 0.3)) },
  // Two coins.
  trade: {
    tones: [
      { at: 0, length: 0.16, pitch: 1976, loud: 0.16, form: "triangle" },
      { at: 0.07, length: 0.3, pitch: 2637, loud: 0.18, form: "triangle" },
    ],
  },
  // A quote: chalk on a board.
  quote: { rustles: [{ at: 0, length: 0.03, pitch: 4200, loud: 0.14, narrow: 2 }] },
  // It is your turn: two wooden bars, the second one higher.
  turn: {
    tones: [
      { at: 0, length: 0.16, pitch: 587, loud: 0.22 },
      { at: 0.11, length: 0.28, pitch: 880, loud: 0.22 },
    ],
  },
  // Little time is left, or somebody nudges.
  hurry: {
    tones: [0, 0.16, 0.32].map((at) => ({ at, length: 0.1, pitch: 988, loud: 0.2, form: "triangle" })),
  },
  // The end: a chord that opens, low to high.
  end: {
    tones: [262, 330, 392, 523, 659].map((pitch, place) => ({
      at: place * 0.12,
      length: 1.1 - place * 0.1,
      pitch,
      loud: 0.17,
      form: "triangle",
    })),
  },
};

/** The names of the latest sounds that were asked for and made. */
/** @type {string[]} */
export const made = [];
/** @type {AudioContext | undefined} */
let speaker;
let busyUntil = 0;

/**
 * Make the sound of a name in a context, from a moment of its clock on.
 * @param {BaseAudioContext} context
 * @param {string} name
 */
export function voice(context, name, from = context.currentTime) {
  const { tones = [], rustles = [] } = VOICES[name];
  for (const tone of tones) {
    const source = context.createOscillator();
    source.type = tone.form ?? "sine";
    glide(source.frequency, tone, from);
    sounded(context, source, tone, from).connect(context.destination);
  }
  for (const rustle of rustles) {
    const source = context.createBufferSource();
    source.buffer = noise(context, rustle.length);
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.Q.value = rustle.narrow ?? 1;
    glide(filter.frequency, rustle, from);
    sounded(context, source, rustle, from).connect(filter).connect(context.destination);
  }
}

/**
 * @param {AudioParam} param
 * @param {Tone | Rustle} part
 * @param {number} from
 */
function glide(param, { at, length, pitch, to = pitch }, from) {
  param.setValueAtTime(pitch, from + at);
  param.exponentialRampToValueAtTime(to, from + at + length);
}

/**
 * @param {BaseAudioContext} context
 * @param {AudioScheduledSourceNode} source
 * @param {Tone | Rustle} part
 * @param {number} from
 */
function sounded(context, source, { at, length, loud }, from) {
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, from + at);
  volume.gain.exponentialRampToValueAtTime(loud, from + at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + at + length);
  source.start(from + at);
  source.stop(from + at + length);
  return source.connect(volume);
}

/**
 * @param {BaseAudioContext} context
 * @param {number} seconds
 */
function noise(context, seconds) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = 2 * Math.random() - 1;
  return buffer;
}

/**
 * Sound, if sounds are on and somebody has clicked or pressed a key; several of one moment come one after the other.
 * @param {string | null} name
 */
export function sound(name) {
  if (!name || settings.sounds !== "on" || !speaker || document.hidden) return;
  made.push(name);
  if (made.length > MOST) made.shift();
  const from = Math.max(speaker.currentTime, busyUntil);
  busyUntil = from + LATER_S;
  voice(speaker, name, from);
}

/** Open the loudspeaker at the first click or key, as browsers allow no sound before. */
export function wakeSounds() {
  const wake = () => {
    speaker ??= new AudioContext();
    if (speaker.state === "suspended") void speaker.resume();
  };
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, wake, { once: true, capture: true });
}
