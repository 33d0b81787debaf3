// Unsaved input is asked about on every way out: a link, the browser's back button, closing a dialog, loading the page
// again.

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { type NavigateOptions, Router } from 'wouter';
import { Later, Part } from './later.tsx';

/** A part of the page that can be closed by itself, such as a dialog. */
type Scope = object;
export const LeaveScope = createContext<Scope | undefined>(undefined);

/** The forms with unsaved input, each with what it stands in. */
const unsaved = new Map<object, Scope | undefined>();
/** Runs when the input is discarded. */
let asking: (() => void) | undefined;
const watchers = new Set<() => void>();

function setAsking(discard: (() => void) | undefined): void {
  asking = discard;
  for (const watch of watchers) watch();
}

/** Does it at once, or once the unsaved input among these forms is discarded. */
function leave(forms: readonly object[], go: () => void): void {
  const kept = forms.filter((form) => unsaved.has(form));
  const discard = () => {
    for (const form of kept) unsaved.delete(form);
    go();
  };
  if (kept.length === 0) go();
  else if (asking === undefined) setAsking(discard);
}

/** Leaves the whole page: asks first when there is unsaved input anywhere on it. */
export function leavePage(go: () => void): void {
  leave([...unsaved.keys()], go);
}

/** Discards what was typed, as when its record was deleted. */
export function dropInput(): void {
  unsaved.clear();
}

function subscribe(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

/** True while somebody is asked. */
export function useIsAsking(): boolean {
  return useSyncExternalStore(subscribe, () => asking !== undefined);
}

/** A form as the ways out know it. */
export interface Unsaved {
  /** Leaves the form: asks first when there is unsaved input in it. */
  readonly leave: (go: () => void) => void;
  /** Its input has been saved: nothing is asked about any more, not even before the next pass. */
  readonly saved: () => void;
}

/** Has a form asked about while it is dirty. */
export function useUnsaved(isDirty: boolean): Unsaved {
  const scope = useContext(LeaveScope);
  const [form] = useState(() => ({}));
  useEffect(() => {
    if (!isDirty) return undefined;
    DISCARD.load().catch(() => undefined);
    unsaved.set(form, scope);
    return () => void unsaved.delete(form);
  }, [isDirty, form, scope]);
  return { leave: (go) => leave([form], go), saved: () => unsaved.delete(form) };
}

/** A part that is closed by itself: `LeaveScope` with the scope around its content, and `leave` to close it. */
export function useLeaveScope() {
  const [scope] = useState<Scope>(() => ({}));
  const forms = () => [...unsaved].filter(([, place]) => place === scope).map(([form]) => form);
  return { scope, leave: (go: () => void) => leave(forms(), go) };
}

/** Asks before unsaved input is lost. Around everything that navigates. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const around = (
    navigate: (to: string, options?: NavigateOptions) => void,
    to: string,
    options?: NavigateOptions,
  ) => {
    const go = () => navigate(to, options);
    if (new URL(to, location.href).pathname === location.pathname) go();
    else leavePage(go);
  };
  return (
    <Router aroundNav={around}>
      {children}
      <Discarding />
    </Router>
  );
}

/**
 * Watches the browser's own ways out. Called before the router listens: going back is undone then before the router hears
 * of it.
 */
export function watchBrowser(): void {
  let here = location.href;
  const move = () => {
    here = location.href;
  };
  addEventListener('popstate', (event) => {
    if (unsaved.size === 0 || new URL(here).pathname === location.pathname) {
      move();
      return;
    }
    event.stopImmediatePropagation();
    history.pushState(null, '', here);
    leavePage(() => history.back());
  });
  // The router's own events.
  addEventListener('pushState', move);
  addEventListener('replaceState', move);
  addEventListener('beforeunload', (event) => {
    if (unsaved.size > 0) event.preventDefault();
  });
}

// Nothing has been typed when the first screen is shown.
const DISCARD = new Later(async () => (await import('./discard.tsx')).DiscardDialog);

function Discarding() {
  const opened = useIsAsking();
  if (!opened && DISCARD.loaded === undefined) return null;
  // After the event: the Escape key that closes this is not for the dialog below as well.
  const keep = () => void setTimeout(setAsking, 0, undefined);
  const discard = () => {
    const go = asking;
    setAsking(undefined);
    go?.();
  };
  return <Part part={DISCARD} props={{ opened, keep, discard }} />;
}
