import '@fontsource-variable/noto-sans/wght.css';
import '@mantine/core/styles.css';
import './base.css';
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { MutationCache, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { BASE, styleNonce } from '../base.ts';
import { isOffline, isReachable, OfflineError } from '../client.ts';
import { loadWords, type Screen } from '../language.ts';
import { Queries } from '../queries.ts';
import { loadReasons } from '../reasons.ts';
import { Notes } from './notes.tsx';
import { Boundary } from './states.tsx';
import { makeTheme, variables } from './theme.ts';

/** How long a read record counts as fresh, in ms: going back to a list shows it at once. */
const FRESH_MS = 5_000;

/** The settings of every screen's queries. The API wrapper tries again by itself. */
export const queries = new Queries({
  // Said at once rather than sent some time later, when nobody waits for it any more.
  mutationCache: new MutationCache({
    onMutate: async () => {
      if (!(await isReachable())) throw new OfflineError();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (count, error) => isOffline(error) && count < 2,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The settings in which a screen differs from most. */
interface Options {
  /** The default colour scheme; most screens follow the system. */
  readonly scheme?: 'auto' | 'dark';
  /** Where the user's choice of it is kept; most screens share that. */
  readonly key?: string;
  /** The work that the screen waits for before it is shown at all. */
  readonly before?: () => Promise<void>;
}

// What dialogs put into the page to hold it still asks for the nonce by this name (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

/** Does what no first screen waits for, when the page has come to rest. */
function afterwards(work: () => void): void {
  setTimeout(() => ('requestIdleCallback' in globalThis ? requestIdleCallback(work) : work()), SETTLED_MS);
}

/** Does what needs the network, as soon as there is one. */
function whenOnline(work: () => void): void {
  if (navigator.onLine) work();
  else addEventListener('online', work, { once: true });
}

/** How long after its beginning a page has what it shows first, in ms. */
const SETTLED_MS = 3_000;

/** Where the screens live below the service. */
const PATHS: Readonly<Record<Screen, string>> = { office: '', register: '/register', kitchen: '/kitchen' };

/** Puts a screen into the page, in the language of its reader. */
export async function mount(
  name: Screen,
  screen: ReactNode,
  { scheme = 'auto', key = 'mantine-color-scheme-value', before }: Options = {},
): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no place for the screen.');
  await loadWords(name);
  await before?.();
  createRoot(root).render(
    <DirectionProvider>
      <MantineProvider
        theme={makeTheme()}
        cssVariablesResolver={variables}
        defaultColorScheme={scheme}
        colorSchemeManager={localStorageColorSchemeManager({ key })}
        getStyleNonce={styleNonce}
      >
        <Notes />
        <QueryClientProvider client={queries}>
          <Router base={BASE + PATHS[name]}>
            <Boundary>{screen}</Boundary>
          </Router>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>,
  );
  afterwards(() => whenOnline(() => void loadReasons()));
}
