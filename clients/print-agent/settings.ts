import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseId } from '../../src/kernel/id.ts';
import { ConfigError, flagProblem } from '../../src/kernel/settings.ts';
import {
  CJK_MODES,
  type CjkMode,
  CODEPAGE_NUMBERS,
  type CodepageNumbers,
} from '../../src/printing/escpos/letters.ts';
import { COLUMNS, type PaperWidth } from '../../src/printing/paper/paper.ts';
import { isLoopback } from '../common/address.ts';
import type { Routes } from './routes.ts';

/** Where a printer is. */
export type PrinterAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'stdout' };

/** The settings of an agent. */
export interface AgentSettings {
  readonly register: string;
  /** Undefined: as in sandbox.json of an installation on this machine. */
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly caFile: string | undefined;
  readonly printers: ReadonlyMap<string, PrinterAddress>;
  readonly routes: Routes;
  readonly columns: number;
  readonly cjk: CjkMode | undefined;
  readonly codepages: CodepageNumbers;
  /** The printers answer when they are asked how they are. */
  readonly status: boolean;
  readonly journal: string;
}

/** The flags, and the variable that each can be given in as well. Lists are divided by spaces there. */
const FLAGS = {
  register: 'PRINT_AGENT_REGISTER',
  url: 'PRINT_AGENT_URL',
  token: 'PRINT_AGENT_TOKEN',
  'token-file': 'PRINT_AGENT_TOKEN_FILE',
  ca: 'PRINT_AGENT_CA',
  printer: 'PRINT_AGENT_PRINTERS',
  route: 'PRINT_AGENT_ROUTES',
  receipts: 'PRINT_AGENT_RECEIPTS',
  width: 'PRINT_AGENT_WIDTH',
  cjk: 'PRINT_AGENT_CJK',
  codepages: 'PRINT_AGENT_CODEPAGES',
  status: 'PRINT_AGENT_STATUS',
  journal: 'PRINT_AGENT_JOURNAL',
} as const;
type Flag = keyof typeof FLAGS;

/** The port that network printers listen on. */
const PRINTER_PORT = 9100;
/** The name of a printer that was given none. */
const PRINTER = 'printer';
/** Most printers of one agent, and most categories of a printer. */
const MAX_PRINTERS = 50;
const MAX_CATEGORIES = 1_000;
const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/i;

/**
 * Reads an agent's settings from flags, which win, and the environment. Throws a ConfigError that names the problem.
 */
export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): AgentSettings {
  const given = readFlags(args);
  const list = (flag: Flag): string[] => {
    const values = given.get(flag) ?? (env[FLAGS[flag]] ?? '').split(/\s+/).filter((text) => text !== '');
    if (values.includes('')) throw new ConfigError(`--${flag} is empty.`);
    return values;
  };
  const one = (flag: Flag): string | undefined => {
    const value = given.get(flag)?.at(-1) ?? (env[FLAGS[flag]] || undefined);
    if (value === '') throw new ConfigError(`--${flag} is empty.`);
    return value;
  };
  const choice = <T extends string>(flag: Flag, choices: readonly T[]): T | undefined => {
    const value = one(flag);
    const found = choices.find((each) => each === value);
    if (value !== undefined && found === undefined) {
      throw new ConfigError(`--${flag} must be one of ${choices.join(', ')}, not "${value}".`);
    }
    return found;
  };
  const register = one('register') ?? '';
  if (parseId(register) === undefined) {
    throw new ConfigError('--register is needed, with the id of the register whose jobs are printed.');
  }
  const url = one('url');
  const isPlain = url?.startsWith('http:') === true && !(URL.canParse(url) && isLoopback(new URL(url)));
  if (url !== undefined && (isPlain || !/^https?:\/\/[^/?#@\s]+(\/[^?#@\s]*)?$/.test(url))) {
    throw new ConfigError('--url must be the https address of the service, such as https://pos.example.com.');
  }
  const printers = readPrinters(list('printer'));
  const width: PaperWidth = choice('width', ['58', '80']) === '58' ? 58 : 80;
  const caFile = one('ca');
  return {
    register,
    url,
    token: readToken(one('token'), one('token-file')),
    caFile: caFile === undefined ? undefined : resolve(caFile),
    printers,
    routes: readRoutes([...printers.keys()], list('route'), one('receipts')),
    columns: COLUMNS[width],
    cjk: choice('cjk', CJK_MODES),
    codepages: choice('codepages', CODEPAGE_NUMBERS) ?? 'epson',
    status: choice('status', ['on', 'off']) !== 'off',
    journal: resolve(one('journal') ?? `print-agent-${register}.journal`),
  };
}

function readFlags(args: readonly string[]): Map<Flag, string[]> {
  const names = Object.keys(FLAGS) as Flag[];
  const options = Object.fromEntries(
    names.map((name) => [name, { type: 'string', multiple: true } as const]),
  );
  let values: Record<string, unknown>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: { ...options, 'no-status': { type: 'boolean' } },
      strict: true,
    }));
  } catch (error) {
    const flags = names.map((name) => `--${name}`);
    throw new ConfigError(`${flagProblem(error)} The flags are ${flags.join(', ')} and --no-status.`);
  }
  const found = new Map<Flag, string[]>();
  for (const name of names) {
    const value = values[name];
    if (Array.isArray(value)) found.set(name, value.map(String));
  }
  if (values['no-status'] === true) found.set('status', ['off']);
  return found;
}

function readToken(token: string | undefined, file: string | undefined): string | undefined {
  if (file === undefined) return token;
  if (token !== undefined) throw new ConfigError('--token-file and --token: one of them is enough.');
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`--token-file: ${file} cannot be read.`);
  }
  if (!/^\S+$/.test(text))
    throw new ConfigError(`--token-file: ${file} must hold the token and nothing else.`);
  return text;
}

function readPrinters(texts: readonly string[]): Map<string, PrinterAddress> {
  const printers = new Map<string, PrinterAddress>();
  for (const text of texts) {
    const [, name = PRINTER, address = ''] = /^(?:([^=:/]*)=)?(.*)$/s.exec(text) ?? [];
    if (!NAME.test(name)) {
      throw new ConfigError(`--printer: "${name}" is no name; use up to 40 letters, digits, - and _.`);
    }
    if (printers.has(name)) {
      throw new ConfigError(`--printer: there are two printers ${name}. Give each a name: kitchen=tcp://…`);
    }
    printers.set(name, readAddress(address));
  }
  if (printers.size === 0) {
    throw new ConfigError(
      '--printer is needed, such as tcp://192.168.1.50:9100, file:/dev/usb/lp0 or stdout.',
    );
  }
  if (printers.size > MAX_PRINTERS) throw new ConfigError(`--printer: at most ${MAX_PRINTERS} printers.`);
  return printers;
}

function readAddress(text: string): PrinterAddress {
  if (text === 'stdout') return { kind: 'stdout' };
  if (text.startsWith('file:') && text.length > 'file:'.length) {
    return { kind: 'file', path: resolve(text.slice('file:'.length).replace(/^\/\/(?=\/)/, '')) };
  }
  const tcp = /^tcp:\/\/(\[[0-9a-f:.]+\]|[^\s/:?#@[\]]+)(?::(\d{1,5}))?\/?$/i.exec(text);
  const port = Number(tcp?.[2] ?? PRINTER_PORT);
  if (tcp?.[1] === undefined || port < 1 || port > 65_535) {
    throw new ConfigError(
      `--printer: "${text}" is no printer; use tcp://host:9100, file:path or stdout, with a name before it: bar=tcp://…`,
    );
  }
  return { kind: 'tcp', host: tcp[1].replace(/^\[|\]$/g, ''), port };
}

function readRoutes(
  names: readonly string[],
  texts: readonly string[],
  receipts: string | undefined,
): Routes {
  const [first = PRINTER, ...more] = names;
  const known = (flag: string, name: string) => {
    if (names.includes(name)) return name;
    throw new ConfigError(`--${flag}: there is no printer ${name}. Printers: ${names.join(', ')}.`);
  };
  const categories = new Map<string, ReadonlySet<string>>();
  for (const text of texts) {
    const [name = '', list = ''] = text.split('=');
    const ids = list.split(',');
    const wrong = ids.find((id) => parseId(id) === undefined);
    if (wrong !== undefined || ids.length > MAX_CATEGORIES) {
      throw new ConfigError(`--route: "${text}" must be a printer and ids of categories, such as bar=12,15.`);
    }
    const own = categories.get(known('route', name)) ?? [];
    // As the service writes them.
    categories.set(name, new Set([...own, ...ids.map((id) => String(parseId(id)))]));
  }
  return {
    printers: [first, ...more],
    categories,
    receipts: receipts === undefined ? first : known('receipts', receipts),
  };
}
