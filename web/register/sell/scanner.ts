import { useEffect, useRef } from 'react';

/** Keys that come faster than this are a scanner's, in ms. */
const FAST_MS = 40;
/** The shortest code that is taken for one. */
const MIN_CODE = 4;

/** Calls back with each code that a barcode scanner types: fast, and ended by Enter, wherever the focus is. */
export function useScanner(found: (code: string) => void): void {
  const take = useRef(found);
  take.current = found;
  useEffect(() => {
    let code = '';
    let last = 0;
    const press = (event: KeyboardEvent) => {
      // Keys typed into a field are not a scan.
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      const fast = event.timeStamp - last < FAST_MS;
      last = event.timeStamp;
      if (event.key === 'Enter') {
        if (code.length >= MIN_CODE && fast) {
          event.preventDefault();
          take.current(code);
        }
        code = '';
      } else if (event.key.length === 1) code = fast ? code + event.key : event.key;
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
}
