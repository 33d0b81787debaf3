import { hash } from 'node:crypto';
import { shapeSchema } from './schema.ts';
import { type Field, isShown, type Shape } from './shape.ts';

/**
 * A short word that differs when answers of the shapes, or of shapes within them, have other members or kinds of values
 * than before. Their words do not count, nor what answers show on asking alone.
 */
export function fingerprint(...shapes: readonly Shape[]): string {
  const found = new Set<Shape>();
  for (const shape of shapes) gather(shape, found);
  const schemas = [...found].map((shape) =>
    shapeSchema({ ...shape, fields: Object.fromEntries(shownAlways(shape)) }),
  );
  const text = JSON.stringify(schemas, (name, value) =>
    name === 'description' && typeof value === 'string' ? undefined : value,
  );
  return hash('sha1', text, 'base64url').slice(0, 6);
}

function shownAlways({ fields }: Shape): [name: string, field: Field][] {
  return Object.entries(fields).filter(([, field]) => isShown(field) && field.options.sometimes !== true);
}

function gather(shape: Shape, found: Set<Shape>): void {
  if (found.has(shape)) return;
  found.add(shape);
  for (const [, field] of shownAlways(shape)) {
    for (const inner of (field.options.shows ?? field.kind).shapes) gather(inner(), found);
  }
}
