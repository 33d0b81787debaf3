// An add-on in one file, with nothing but Node: it gets a token, subscribes to completed orders, places an order that
// is paid at once, and verifies the webhook about it. Ctrl-C ends it; started again, it places no second order.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { dirname, join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

const { CARD = 'data/sandbox.json', PORT = '3000', ORDER_KEY = 'my-first-order', ...env } = process.env;
/** The fields that are read from answers and files, each of which has some of them. */
type Fields = Readonly<Record<string, string>>;
const card: { base_url?: string; ca_certificate_file?: string; addon?: Fields } =
  env.CLIENT_ID === undefined ? JSON.parse(readFileSync(CARD, 'utf8')) : {};
const client_id = env.CLIENT_ID ?? card.addon?.client_id;
const client_secret = env.CLIENT_SECRET ?? card.addon?.client_secret;
const signingSecret = env.SIGNING_SECRET ?? card.addon?.signing_secret ?? '';
const service = env.PASSBELL_URL ?? card.base_url;
// With an empty secret anybody could sign.
if (signingSecret === '' || !service)
  throw new Error('PASSBELL_URL and SIGNING_SECRET are needed with CLIENT_ID.');
const topic = 'orders/completed';
const address = env.HOOK_URL ?? `http://localhost:${PORT}/hook`;

// The service's own certificate authority, when it made one.
const ca = env.CA_FILE ?? (card.ca_certificate_file && join(dirname(CARD), card.ca_certificate_file));
if (ca) setDefaultCACertificates([...getCACertificates(), readFileSync(ca, 'utf8')]);

/** Sends a request and reads its answer; throws with what the service says when it refuses. */
async function send<T = Fields>(method: string, path: string, body?: unknown, headers: Fields = {}) {
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${service}/v1${path}`, {
    ...{ method, ...text, signal: AbortSignal.timeout(30_000) },
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
  });
  const json: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
  return { json: json as T, replayed: answer.headers.has('idempotent-replayed') };
}

/** Whether a message is signed with our secret and was sent within the last five minutes. */
function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': sent, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(sent)) < 300)) return false;
  const expected = createHmac('sha256', signingSecret).update(`${id}.${sent}.`).update(body).digest();
  return String(signatures)
    .split(' ')
    .some((each) => {
      const given = Buffer.from(each.replace(/^v1,/, ''), 'base64');
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}

// Listening comes first: a webhook may be sent at once.
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const genuine = isGenuine(request.headers, body);
    response.writeHead(genuine ? 200 : 401).end();
    if (!genuine) return console.log('FORGED: a message without our signature was refused.');
    const order: Fields = JSON.parse(body.toString());
    console.log(`Genuine ${request.headers['x-service-topic']}: order ${order.id_str}, ${order.total}.`);
  });
});
await new Promise<void>((resolve) => server.listen(Number(PORT), '127.0.0.1', resolve));

const token = await send('POST', '/token', { grant_type: 'client_credentials', client_id, client_secret });
const authorization = { authorization: `Bearer ${token.json.access_token}` };
const call = <T = Fields>(method: string, path: string, body?: unknown, headers: Fields = {}) =>
  send<T>(method, `/companies/me${path}`, body, { ...authorization, ...headers });
const first = async (path: string) => (await call<Fields[]>('GET', path)).json[0]?.id_str;

const hooks = (await call<Fields[]>('GET', '/webhooks?limit=5000')).json;
const isThere = hooks.some((each) => each.topic === topic && each.address === address);
if (!isThere) await call('POST', '/webhooks', { topic, address });

const lines = [{ product_id: await first('/products?sku=water'), quantity: 2 }];
const wanted = { site_id: await first('/sites'), lines };
const { total } = (await call('POST', '/orders/price', wanted)).json;
const payments = [{ method_id: await first('/payment_methods'), amount: total }];
const paid = { ...wanted, status: 'PENDING', payments };
// The key makes it safe to send this again, for example when the line broke before the answer came.
const { json, replayed } = await call('POST', '/orders', paid, { 'idempotency-key': ORDER_KEY });
console.log(`${replayed ? 'Placed before' : 'Placed'}: order ${json.id_str}, ${json.status}, ${json.total}.`);
