import { twinName, twinnedFields } from '../../shape/twins.ts';
import { ORDER } from '../shape/order.ts';

// Orders are answered as they were rendered when they were saved. Versions that rendered them before ids had twins left
// those out, and most of these orders are never saved again: their twins are put in when they are read.

/** A twin that every order has, near its beginning. */
const FIRST_TWIN = `"${twinName('company_id')}":`;

const TWINNED: ReadonlySet<string> = new Set(twinnedFields(ORDER));
/** A number, null or a list of numbers under a name. Within a text every quotation mark has a backslash before it. */
const BARE = /(?<!\\)"([a-z_]+)":(null|-?\d+|\[[-\d,]*\])(?=[,}])/g;

/** True for the first part of an order that was rendered before ids had twins. */
export function lacksTwins(head: string): boolean {
  return !head.includes(FIRST_TWIN);
}

const METHOD = /"method":\{"id":(\d+),"id_str":("\d+"),"name":"(?:[^"\\]|\\.)*"\}/g;

/** The payments of such an order with the ids of their methods, which were shown within `method` alone. */
export function withMethodIds(payments: string): string {
  return payments.replace(METHOD, '$&,"method_id":$1,"method_id_str":$2');
}

/** A part of such an order with the twins of its ids, as it is rendered now. */
export function withTwins(part: string): string {
  return part.replace(BARE, (bare: string, field: string, value: string, at: number) => {
    if (!TWINNED.has(field) || part.startsWith(`,"${twinName(field)}":`, at + bare.length)) return bare;
    const twin =
      value === 'null' ? value : value.startsWith('[') ? value.replace(/-?\d+/g, '"$&"') : `"${value}"`;
    return `${bare},"${twinName(field)}":${twin}`;
  });
}
