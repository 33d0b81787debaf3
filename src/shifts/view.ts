import { view } from '../shape/view.ts';
import { MOVEMENT, SHIFT, type Shift } from './shape.ts';

export const shiftView = view(SHIFT, ({ closed_at }: Shift) => ({
  state: closed_at === null ? ('open' as const) : ('closed' as const),
}));

export const movementView = view(MOVEMENT, () => ({}));
