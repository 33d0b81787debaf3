// The sound of a new order: two strokes of a bell, again and again until the order is opened.

import { speaker, type Tone } from '../../shared/sound.ts';

/** How often it rings, in ms. */
const EVERY_MS = 3_000;
/** The bell's partials. */
const PARTIALS: readonly Pick<Tone, 'hertz' | 'loudness'>[] = [
  { hertz: 880, loudness: 0.3 },
  { hertz: 1760, loudness: 0.12 },
  { hertz: 2637, loudness: 0.06 },
];
/** When the strokes are, in s. */
const STROKES = [0, 0.28];
const BELL = STROKES.flatMap((begins) =>
  PARTIALS.map((partial): Tone => ({ ...partial, begins, rings: 0.9, wave: 'sine' })),
);

/** Rings until the returned function is called. */
export function startAlarm(): () => void {
  const ring = () => void speaker.play(BELL);
  ring();
  document.documentElement.dataset.alarm = 'on';
  const timer = setInterval(ring, EVERY_MS);
  return () => {
    clearInterval(timer);
    delete document.documentElement.dataset.alarm;
  };
}
