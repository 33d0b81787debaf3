import { MAX_BODY } from '../edge/errors.ts';
import { anyObject, count, flag, list, oneOf, orNull, readBy, text, words } from '../shape/kinds.ts';
import { asIs } from '../shape/nested.ts';
import * as reads from '../shape/reads.ts';
import { derived, fixed, part, sent, shape } from '../shape/shape.ts';

// What is asked of an import, and what it answers, field by field (docs/changing.md).

export const IMPORT = part('A file, and what to do with it.', {
  csv: sent(
    readBy(text(MAX_BODY), reads.text(MAX_BODY, 1)),
    'The file itself. Its first line names the columns: `sku` makes it one of products, `name` and `options` one of option sets.',
    { needed: true },
  ),
  dry_run: sent(flag, 'Whether only to say what would be done.'),
  skip_bad: sent(flag, 'Whether to save the good rows when there are bad ones.'),
});

const LINE = fixed(count, "The line the row begins in; the file's first is 1.");

/** A mistake in a file, as answers list it. */
export const PROBLEM = part('A mistake.', {
  line: LINE,
  column: fixed(orNull(words), 'The column; null when it is about the whole row.'),
  sentence: fixed(words, 'The mistake, and the remedy.'),
  reason: fixed(orNull(words), 'The code of the sentence, as refusals have it; null where it has none.'),
  params: fixed(anyObject, 'The values that stand in it, by their names.'),
});

const EFFECT = part('The effect of a row.', {
  line: LINE,
  kind: fixed(oneOf(['product', 'option_set']), 'The kind of record.'),
  key: fixed(words, 'The SKU of the product, or the name of the option set.'),
  what: fixed(oneOf(['created', 'changed']), 'The change.'),
  fields: fixed(list(words), 'The columns that change; none of what is new.'),
});

export const IMPORT_REPORT = shape('ImportReport', 'The result of a file, or of trying it.', {
  saved: derived(flag, 'Whether it is saved.'),
  records: fixed(count, 'How many rows there are.'),
  created: fixed(count, 'How many make something new.'),
  changed: fixed(count, 'How many change something.'),
  unchanged: fixed(count, 'How many say what is known already.'),
  refused: derived(count, 'How many cannot be saved.'),
  problem_count: derived(count, 'How many mistakes there are.'),
  problems: derived(list(asIs(PROBLEM)), 'The first 100 of them.'),
  effect_count: derived(count, 'How many rows do something.'),
  effects: derived(list(asIs(EFFECT)), 'The first 1000 of them.'),
});
