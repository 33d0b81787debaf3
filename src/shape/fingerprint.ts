import { hash } from 'node:crypto';
import { shapeSchema } from './schema.ts';
import { isShown, type Shape } from './shape.ts';

/**
 * A short word that differs when answers of the shapes, or of shapes within them, have other members or kinds of values
 * than before. Their words do not count.
 */
export function fingerprint(...shapes: readonly Shape[]): string {
  const found = new Set<Shape>();
  for (const shape of shapes) gather(shape, found);
  const schemas = [...found].map((shape) => shapeSchema(shape));
  const text = JSON.stringify(schemas, (name, value) =>
    name === 'description' && typeof value === 'string' ? undefined : value,
  );
  return hash('sha1', text, 'base64url').slice(0, 6);
}

function gather(shape: Shape, found: Set<Shape>): void {
  if (found.has(shape)) return;
  found.add(shape);
  for (const field of Object.values(shape.fields)) {
    if (!isShown(field)) continue;
    for (const inner of (field.options.shows ?? field.kind).shapes) gather(inner(), found);
  }
}
