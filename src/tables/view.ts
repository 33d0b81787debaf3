import { view } from '../shape/view.ts';
import { FLOOR, TABLE } from './shape.ts';

export const floorView = view(FLOOR);

/** A table as it was drawn: who sits at it is known where orders are (orders/http/tables.ts). */
export const tableView = view(TABLE, () => ({}));
