// Sounds that a page makes by itself. A browser lets a page be heard once it has been touched, unless it is set up to let
// it be heard from its start; the audio device is used only while there is something to hear.

import { useEffect, useSyncExternalStore } from 'react';

/** A tone of a sound. */
export interface Tone {
  readonly hertz: number;
  /** When it begins behind the start of the sound, in s. */
  readonly begins: number;
  /** How long it rings, in s. */
  readonly rings: number;
  /** From 0 to 1. */
  readonly loudness: number;
  readonly wave: OscillatorType;
}

/** How long a browser may take to let the page be heard, in ms; one that takes longer waits for a touch. */
const ALLOWED_WITHIN_MS = 1_000;
/** How long a tone takes to be at its loudest, in s: one that is so at once begins with a crack. */
const SWELLS = 0.01;
/** How loud a tone is at its end. */
const SILENT = 0.001;

/** Plays sounds, and knows whether the browser lets them be heard. */
export class Speaker {
  #context: AudioContext | undefined;
  #isSilenced = false;
  /** Sounds that are heard now, or are about to be. */
  #sounding = 0;
  readonly #listeners = new Set<() => void>();

  /** True when the browser has not let the page be heard; nothing that is played before a touch is. */
  readonly isSilenced = (): boolean => this.#isSilenced;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks whether the page may be heard: at its start, and on a touch, from which on it may. */
  async ask(): Promise<void> {
    await this.#start();
    this.#rest();
  }

  /** Plays a sound now, or not at all. */
  async play(tones: readonly Tone[]): Promise<void> {
    this.#sounding += 1;
    const context = await this.#start();
    const all = context === undefined ? [] : tones.map((tone) => sound(context, tone));
    await Promise.all(all);
    this.#sounding -= 1;
    this.#rest();
  }

  /** The context once it runs; undefined where the browser does not let it. */
  async #start(): Promise<AudioContext | undefined> {
    this.#context ??= new AudioContext();
    const context = this.#context;
    const runs = context.resume().then(
      () => true,
      () => false,
    );
    const isRunning = await Promise.race([runs, tooLate()]);
    if (this.#isSilenced === isRunning) {
      this.#isSilenced = !isRunning;
      for (const listener of this.#listeners) listener();
    }
    return isRunning ? context : undefined;
  }

  #rest(): void {
    if (this.#sounding === 0 && this.#context?.state === 'running') void this.#context.suspend();
  }
}

const tooLate = (): Promise<false> =>
  new Promise((resolve) => setTimeout(() => resolve(false), ALLOWED_WITHIN_MS));

/** Sounds one tone, until it has faded. */
function sound(context: AudioContext, { hertz, begins, rings, loudness, wave }: Tone): Promise<void> {
  const at = context.currentTime + begins;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = wave;
  tone.frequency.value = hertz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + SWELLS);
  gain.gain.exponentialRampToValueAtTime(SILENT, at + rings);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + rings);
  return new Promise((resolve) => {
    tone.onended = () => resolve();
  });
}

/** The speaker of this page. */
export const speaker = new Speaker();

/** True while sounds are wanted and the browser keeps the page silent until somebody touches it. */
export function useSilenced(isWanted: boolean): boolean {
  const isSilenced = useSyncExternalStore(speaker.subscribe, speaker.isSilenced);
  useEffect(() => {
    if (isWanted) void speaker.ask();
  }, [isWanted]);
  useEffect(() => {
    if (!isWanted || !isSilenced) return undefined;
    const ask = () => void speaker.ask();
    for (const touch of TOUCHES) window.addEventListener(touch, ask);
    return () => {
      for (const touch of TOUCHES) window.removeEventListener(touch, ask);
    };
  }, [isWanted, isSilenced]);
  return isWanted && isSilenced;
}

/** The events that browsers take for a touch of the page. */
const TOUCHES = ['pointerup', 'keydown', 'touchend'] as const;
