// The sound of a new order: two strokes of a bell, again and again until the order is opened.

/** How often it rings, in ms. */
const EVERY_MS = 3_000;
/** The bell's partials, in Hz, with how loud each is. */
const PARTIALS: readonly (readonly [hertz: number, gain: number])[] = [
  [880, 0.3],
  [1760, 0.12],
  [2637, 0.06],
];
/** When the strokes are, and how long each rings, in s. */
const STROKES = [0, 0.28];
const RINGS = 0.9;

let context: AudioContext | undefined;

function ring(): void {
  context ??= new AudioContext();
  void context.resume();
  for (const begin of STROKES) {
    for (const [hertz, loud] of PARTIALS) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      const at = context.currentTime + begin;
      tone.frequency.value = hertz;
      gain.gain.setValueAtTime(loud, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + RINGS);
      tone.connect(gain).connect(context.destination);
      tone.start(at);
      tone.stop(at + RINGS);
    }
  }
}

/** Rings until the returned function is called. */
export function startAlarm(): () => void {
  ring();
  document.documentElement.dataset.alarm = 'on';
  const timer = setInterval(ring, EVERY_MS);
  return () => {
    clearInterval(timer);
    delete document.documentElement.dataset.alarm;
  };
}
