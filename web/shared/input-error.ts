import type { FieldError } from '#clients/typescript/index.ts';

/** Input that is wrong before it is sent: it stands at its fields as what the service says of them does. */
export class InputError extends Error {
  override name = 'InputError';
  readonly fields: readonly FieldError[];

  constructor(fields: readonly FieldError[]) {
    super(fields.map(({ error_description }) => error_description).join(' '));
    this.fields = fields;
  }
}
