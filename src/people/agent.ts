// A browser and its system, by what the browser calls itself: enough for people to know their own sessions by.

/** By the first that fits: most browsers name others as well. */
const BROWSERS: readonly [mark: string, name: string][] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['HeadlessChrome/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
const SYSTEMS: readonly [mark: string, name: string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
];

/** The browser and system that a session was begun with; null where not known. */
interface AgentWords {
  readonly browser: string | null;
  readonly system: string | null;
}

const named = (all: readonly [mark: string, name: string][], agent: string) =>
  all.find(([mark]) => agent.includes(mark))?.[1] ?? null;

/** The browser and its system. */
export function agentWords(agent: string | null): AgentWords {
  if (agent === null) return { browser: null, system: null };
  return { browser: named(BROWSERS, agent), system: named(SYSTEMS, agent) };
}
