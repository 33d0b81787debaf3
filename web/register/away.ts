import { useDebouncedValue } from '@mantine/hooks';
import { useLiveState } from '../shared/ui/live.tsx';
import { useRegisterState } from './context.tsx';

/** How long events fail to arrive before it is shown, in ms. */
const BROKEN_MS = 2_000;

/** Whether the service cannot be reached just now. */
export function useAway(): boolean {
  const { line, menuTrouble } = useRegisterState();
  // A stream that ends is opened again at once: only what lasts is a broken line.
  const [live] = useDebouncedValue(useLiveState(), BROKEN_MS);
  return line === 'offline' || live === 'offline' || (menuTrouble !== undefined && !navigator.onLine);
}
