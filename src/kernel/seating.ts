/** The fields of an order that say where its guests are. */
interface Seating {
  readonly table_name: string | null;
  readonly group_id: string | null;
}

/** The table that was drawn, and the group that the order was given; what is the same is said once. */
export function placesOf({ table_name: table, group_id: group }: Seating): string[] {
  return [...new Set([table, group])].filter((place) => place !== null);
}

/** The same in one text: `7`, `7 · Smith`; null without either. */
export function placeText(order: Seating): string | null {
  const places = placesOf(order);
  return places.length === 0 ? null : places.join(' · ');
}
