import { type Operations, records } from '../edge/operation.ts';
import { floorHandlers, tableKind } from './handlers.ts';

/** Floors and tables of sites. */
export const TABLE_OPERATIONS: Operations = {
  ...records(floorHandlers.kind, { tag: 'Tables', one: 'a floor', many: 'the floors of a site' }),
  ...records(
    { path: tableKind.path, param: tableKind.param, ...tableKind.accepted },
    {
      tag: 'Tables',
      one: 'a table and who sits at it',
      many: 'the tables of a site and who sits at them',
    },
  ),
};
