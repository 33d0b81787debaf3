/** What a command is made of. */
export interface CurlRequest {
  readonly method: string;
  readonly address: string;
  readonly body: string;
  /** The CA file of a certificate that no browser knows. */
  readonly caFile: string;
}

/** Quotes a word for a shell: nothing in it means anything. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The command line that asks the API. The token stays in the environment: it is never written down. */
export function curlOf({ method, address, body, caFile }: CurlRequest): string {
  const sends = method === 'POST' || method === 'PUT';
  const words = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    ...(caFile.trim() === '' ? [] : [`--cacert ${quoted(caFile.trim())}`]),
    `-H "Authorization: Bearer $PASSBELL_TOKEN"`,
    ...(sends
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(body.trim() === '' ? '{}' : body)}`]
      : []),
    quoted(address),
  ];
  return words.join(' \\\n  ');
}
