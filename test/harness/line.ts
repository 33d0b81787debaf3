// The line of folders in src/ (docs/decisions, ARCHITECTURE).

/** Each folder imports itself and the folders before it, nothing else of ours. */
export const LINE = [
  'kernel',
  'shape',
  'storage',
  'outbox',
  'edge',
  'pdf',
  'company',
  'mail',
  'customers',
  'products',
  'checkins',
  'printing',
  'shifts',
  'tables',
  'discounts',
  'orders',
  'payment-requests',
  'reports',
  'cashups',
  'webhooks',
  'people',
  'oauth',
  'access',
  'imports',
  'fleet',
  'web',
];

/** Tools count as roots, like the files directly in src/: they import anything, only roots import them. */
export const TOOLS = ['demo', 'sandbox', 'backup', 'copies', 'keys', 'description', 'commands', 'tracing'];

/** The command line starts programs of clients/; nothing else in src/ imports them. */
export const COMMAND_LINE = /^src\/(?:cli\.ts$|commands\/)/;

/** Programs that speak to a service by its API: each imports itself and these folders of clients/. */
export const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  common: ['typescript'],
  listen: ['common', 'typescript'],
  'print-agent': ['common', 'typescript'],
  replay: ['common', 'typescript'],
};

/** What they may take of src/ and run, with all that it imports in turn: nothing that needs a database. */
export const WITHOUT_DATABASE =
  /^src\/(?:(?:kernel|shape|demo|printing\/(?:paper|escpos))\/|(?:printing\/(?:shape|words)|webhooks\/sign)\.ts$)/;

/** The rooms of the largest features: each imports itself and the rooms before it. Types of the feature are for all. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  orders: ['rules', 'shape', 'row', 'steps', 'documents', 'http'],
};
