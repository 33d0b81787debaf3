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
  'customers',
  'products',
  'checkins',
  'printing',
  'orders',
  'reports',
  'webhooks',
  'people',
  'oauth',
  'access',
];

/** Tools count as roots, like the files directly in src/: they import anything, only roots import them. */
export const TOOLS = [
  'imports',
  'replay',
  'demo',
  'listen',
  'agent',
  'web',
  'backup',
  'description',
  'commands',
];

/** The rooms of the largest features: each imports itself and the rooms before it. Types of the feature are for all. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  orders: ['rules', 'shape', 'row', 'steps', 'documents', 'http'],
};
