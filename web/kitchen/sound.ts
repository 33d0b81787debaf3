// The sounds of the kitchen: a bell for a new ticket, two low tones for a change.

import type { Tone } from '../shared/sound.ts';

const tone = (hertz: number, begins: number): Tone => ({
  ...{ hertz, begins },
  ...{ rings: 0.5, loudness: 0.4, wave: 'triangle' },
});

/** The kinds of arrival on the board. */
export type Arrival = 'new' | 'change';

export const SOUNDS: Readonly<Record<Arrival, readonly Tone[]>> = {
  new: [tone(880, 0), tone(1318.5, 0.16)],
  change: [tone(523.25, 0), tone(392, 0.2), tone(523.25, 0.4)],
};
