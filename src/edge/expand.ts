import { type Sentence, sentence } from '../kernel/words.ts';
import { refuseScope } from './admission.ts';
import type { Call } from './call.ts';
import { orElse, type Parameter, parameter } from './query.ts';
import type { Scope } from './scopes.ts';

// Records beside the ids that name them, one level deep (reference: conventions.57, conventions.58).

/** The ids of a kind of record that can be expanded, each with the scope that reads its record. */
export type Expandable<N extends string> = Readonly<Record<N, Scope>>;

/** The parameter `expand`: what is to stand beside its id. Another name is 400 that lists these. */
export function expanding<N extends string>(
  expandable: Expandable<N>,
): { readonly expand: Parameter<ReadonlySet<N>> & { readonly otherwise: ReadonlySet<N> } } {
  const names = Object.keys(expandable) as N[];
  const why: Sentence = sentence('must be one of {values}; or several, separated by commas.', {
    values: names.join(', '),
  });
  const parse = (text: string): ReadonlySet<N> | undefined => {
    const asked = new Set(text.split(',').map((each) => each.trim()));
    const known = names.filter((name) => asked.delete(name));
    return asked.size === 0 ? new Set(known) : undefined;
  };
  const words =
    'The records to show beside their ids, as their own lists do; each needs the scope of its own list.';
  const schema = { type: 'array', items: { type: 'string', enum: names } };
  const nothing: ReadonlySet<N> = new Set();
  return { expand: orElse(parameter(words, schema, parse, why), nothing) };
}

/** 403 when the caller may not read what is to be shown. */
export function requireExpandable<N extends string>(
  call: Call,
  expandable: Expandable<N>,
  asked: ReadonlySet<N>,
): void {
  for (const name of asked) {
    const scope = expandable[name];
    if (!call.hasScope(scope)) throw refuseScope({ device: call.device }, scope);
  }
}

/** The JSON of a record with another one's beside its own fields; null where there is none. */
export function beside(text: string, name: string, json: string | undefined): string {
  return `${text.slice(0, -1)},"${name}":${json ?? 'null'}}`;
}
