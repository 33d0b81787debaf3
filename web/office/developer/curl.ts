/** A value that is read from the environment when the command runs: it is never written down. */
export interface Variable {
  readonly before?: string;
  readonly variable: string;
}

type Field = readonly [name: string, value: string | Variable];

/** A request as a command. */
export interface Command {
  readonly method: string;
  readonly address: string;
  readonly headers?: readonly Field[];
  /** Sent to the byte. */
  readonly body?: string;
  /** The fields of a form, in place of a body. */
  readonly form?: readonly Field[];
  /** The CA file of a certificate that no browser knows. */
  readonly caFile?: string;
}

/** Quotes a word for a shell: nothing in it means anything. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A header or a field as a word; names of fields are ours. */
function assigned(name: string, between: string, value: string | Variable): string {
  if (typeof value === 'string') return quoted(name + between + value);
  return `"${name}${between}${value.before ?? ''}$${value.variable}"`;
}

/** The command line that sends a request. */
export function commandOf({ method, address, headers = [], body, form = [], caFile = '' }: Command): string {
  const isPlain = method === 'GET' || (method === 'POST' && form.length > 0);
  const words = [
    isPlain ? 'curl' : `curl -X ${method}`,
    ...(caFile.trim() === '' ? [] : [`--cacert ${quoted(caFile.trim())}`]),
    ...headers.map(([name, value]) => `-H ${assigned(name, ': ', value)}`),
    ...form.map(([name, value]) => `--data-urlencode ${assigned(name, '=', value)}`),
    // Unlike -d it takes no @ for the name of a file.
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
    quoted(address),
  ];
  return words.join(' \\\n  ');
}

/** The command line that asks the API. The token stays in the environment. */
export function curlOf({ method, address, body = '', caFile = '' }: Command): string {
  const sends = method === 'POST' || method === 'PUT';
  return commandOf({
    method,
    address,
    caFile,
    headers: [
      ['Authorization', { before: 'Bearer ', variable: 'PASSBELL_TOKEN' }],
      ...(sends ? [['Content-Type', 'application/json'] as const] : []),
    ],
    ...(sends ? { body: body.trim() === '' ? '{}' : body } : {}),
  });
}
