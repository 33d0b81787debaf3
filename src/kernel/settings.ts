/** A setting that is not understood; the sentence names it. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** The first sentence of parseArgs's error, which names the unknown flag or word. */
export function flagProblem(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const sentence = said.replace(/(?:\. |\n)[\s\S]*$/, '');
  // A word that was meant for --database-url may hold a password.
  return `${sentence.replace(/[^\s']+/g, withoutLogin)}.`;
}

/** A word without the login between its first `//` and its last `@`. */
function withoutLogin(word: string): string {
  const from = word.indexOf('//');
  const to = word.lastIndexOf('@');
  return from === -1 || to < from ? word : `${word.slice(0, from)}//…${word.slice(to)}`;
}
