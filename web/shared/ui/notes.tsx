// Passing notes at the edge of a screen. Their component comes with the first of them, or once the screen is there.

import type { NotificationData } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { shown } from '../shown.ts';
import { Later, Part } from './later.tsx';

const area = new Later<object>(async () => (await import('./note-area.tsx')).NoteArea);
const listeners = new Set<() => void>();

/** Loads what notes are shown by, so that they are there without a network too. */
export async function loadNotes(): Promise<void> {
  await area.load();
  for (const listener of listeners) listener();
}

/** Shows a note as soon as it can be. */
export function showNote(note: NotificationData): void {
  void loadNotes()
    .then(() => import('./note-area.tsx'))
    .then(({ show }) => show(note));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place of the notes. */
export function Notes() {
  const isThere = useSyncExternalStore(subscribe, () => area.loaded !== undefined);
  return isThere ? <Part part={area} props={{}} /> : null;
}

void shown.then(() => loadNotes().catch(() => undefined));
