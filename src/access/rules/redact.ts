import { ExactNumber } from '../../kernel/json.ts';
import { redactText, STARS } from '../../kernel/redact.ts';
import { withoutEnd } from '../../kernel/text.ts';

/** Deepest level of a body that is shown. */
const MAX_DEPTH = 20;

/** Names of fields with secret values, anywhere in the name. */
const SECRET =
  /passw|passphrase|secret|token|credential|authori[sz]ation|cookie|api_?key|card_?number|\bpan\b/i;
/** The same for short ones, which have to be a word of the name: `pin`, `card_pin`, `cardPin`, but not `shipping`. */
const SECRET_WORDS = new Set(['pin', 'cvv', 'cvc', 'csc', 'pan', 'otp']);

/** True for the name of a field whose value is not kept. */
export function isSecretName(name: string): boolean {
  if (SECRET.test(name)) return true;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => SECRET_WORDS.has(word));
}

/**
 * A body as JSON text for the request log: at most `max` characters of it, with secrets starred by the names of their
 * fields and by their form. It costs no more for a long body than for a short one.
 */
export function redactBody(body: unknown, max: number): string {
  const out = new LimitedText(max);
  write(body, out, 0);
  return out.text;
}

/** Text that takes no more than it may hold. */
class LimitedText {
  text = '';
  readonly #max: number;
  constructor(max: number) {
    this.#max = max;
  }
  get isFull(): boolean {
    return this.text.length >= this.#max;
  }
  add(text: string): void {
    if (this.isFull) return;
    const room = this.#max - this.text.length;
    this.text += text.length <= room ? text : `${text.slice(0, room - 1).toWellFormed()}…`;
  }
  /** Beginnings of texts are checked a little further than they are shown, so that a cut hides no card. */
  part(text: string): string {
    return text.length > this.#max * 2 ? withoutEnd(text.slice(0, this.#max * 2), '0123456789 -') : text;
  }
}

/** Names of objects whose every value is a secret: the headers of a webhook. */
const SECRET_MAPS = new Set(['headers']);

function write(value: unknown, out: LimitedText, depth: number, isSecret = false): void {
  if (out.isFull) return;
  if (isSecret && (typeof value !== 'object' || value === null)) {
    out.add(value === null ? 'null' : `"${STARS}"`);
    return;
  }
  if (typeof value === 'string') out.add(JSON.stringify(redactText(out.part(value))));
  else if (value instanceof ExactNumber) out.add(redactText(out.part(value.text)));
  else if (typeof value !== 'object' || value === null) out.add(redactText(String(value)));
  else if (depth >= MAX_DEPTH) out.add('"…"');
  else writeParts(value, out, depth, isSecret);
}

function writeParts(value: object, out: LimitedText, depth: number, isSecret: boolean): void {
  const isList = Array.isArray(value);
  out.add(isList ? '[' : '{');
  let first = true;
  for (const key in value) {
    if (out.isFull) return;
    if (!first) out.add(',');
    first = false;
    const item = (value as Record<string, unknown>)[key];
    if (!isList) out.add(`${JSON.stringify(redactText(out.part(key)))}:`);
    if (!isList && isSecretName(key) && item !== null) out.add(`"${STARS}"`);
    else write(item, out, depth + 1, isSecret || (!isList && SECRET_MAPS.has(key)));
  }
  out.add(isList ? ']' : '}');
}
