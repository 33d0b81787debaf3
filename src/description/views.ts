import type { Schemas } from '../shape/schema.ts';

export const VIEWS: Schemas = {};
