// The sounds of the kitchen, made by the browser itself: a bell for a new ticket, two low tones for a change.

const BELL = [
  [880, 0],
  [1318.5, 0.16],
] as const;
const CHANGE = [
  [523.25, 0],
  [392, 0.2],
  [523.25, 0.4],
] as const;
const LENGTH_S = 0.5;
const LOUDNESS = 0.4;

/** Plays sounds once the page has been touched: before that no browser lets it. */
export class Sounds {
  #context: AudioContext | undefined;

  /** Called on a touch or key: from then on there may be sound. */
  unlock(): void {
    this.#context ??= new AudioContext();
    if (this.#context.state === 'suspended') void this.#context.resume();
  }

  play(what: 'new' | 'change'): void {
    const context = this.#context;
    if (context === undefined || context.state !== 'running') return;
    for (const [pitch, after] of what === 'new' ? BELL : CHANGE) {
      const at = context.currentTime + after;
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.type = 'triangle';
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(LOUDNESS, at + 0.01);
      gain.gain.exponentialRampToValueAtTime(0.001, at + LENGTH_S);
      tone.connect(gain).connect(context.destination);
      tone.start(at);
      tone.stop(at + LENGTH_S);
    }
  }
}
