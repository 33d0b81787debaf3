import { flag, list, object, orNull, type Schemas, text, whole, words } from '../../shape/schema.ts';

const line = whole("The line the row begins in; the file's first is 1.");

/** What came of a file: see imports/handlers.ts. */
export const IMPORT_VIEWS: Schemas = {
  ImportReport: object('What a file did, or would do.', {
    saved: flag('Whether it is saved.'),
    records: whole('How many rows there are.'),
    created: whole('How many make something new.'),
    changed: whole('How many change something.'),
    unchanged: whole('How many say what is known already.'),
    refused: whole('How many cannot be saved.'),
    problem_count: whole('How many mistakes there are.'),
    problems: list(
      object('A mistake.', {
        line,
        column: orNull(text('The column; null when it is about the whole row.')),
        sentence: text('What is wrong, and what to do.'),
      }),
      'The first 100 of them.',
    ),
    effect_count: whole('How many rows do something.'),
    effects: list(
      object('What a row does.', {
        line,
        kind: words(['product', 'option_set'], 'What it is about.'),
        key: text('The SKU of the product, or the name of the option set.'),
        what: words(['created', 'changed'], 'What it does.'),
        fields: list(text(), 'The columns that change; none of what is new.'),
      }),
      'The first 1000 of them.',
    ),
  }),
};
