// The service and its screens while they are worked on: npm run dev
//
// The service is started again when a file of src/ that it has loaded changes; the screens come from Vite, which brings
// a change into the open page. Both are at the address that `npm start` has, with its certificate and its data:
//
//   browser ── https ── this process ─┬─ files of web/: Vite
//                                     └─ everything else: the service, on a port of its own
//
// What page an address has is the service's to say: where it answers with a screen, that screen comes from Vite.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request as send } from 'node:https';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import prefresh from '@prefresh/vite';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { readConfig } from '#src/config.ts';
import { ensureCertificates } from '#src/edge/tls.ts';
import { type Entry, NONCE, web, webConfig } from './web-config.ts';

const root = dirname(import.meta.dirname);
/** How long a request waits for a service that is just being started again, and how often it asks, in ms. */
const WAIT_MS = 15_000;
const AGAIN_MS = 150;

const config = readConfig(process.argv.slice(2), process.env);
// Keys are readable by their owner alone.
process.umask(0o077);
const { cert, key } =
  config.tlsFiles === undefined
    ? await ensureCertificates(join(config.dataDir, 'tls'), new Date())
    : {
        cert: readFileSync(config.tlsFiles.cert, 'utf8'),
        key: readFileSync(config.tlsFiles.key, 'utf8'),
      };
// The service is on this machine and shows a certificate of this machine.
const agent = new Agent({ rejectUnauthorized: false });

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, 'close');
  return port;
}

/** Starts the service below this process, again after each change. */
function startService(port: number, baseUrl: string) {
  const service = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(root, 'src', 'main.ts'), ...process.argv.slice(2)],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', BASE_URL: baseUrl },
    },
  );
  service.once('exit', (code) => process.exit(code ?? 1));
  return service;
}

/** Asks the service, and asks again while it is being started. */
async function ask(port: number, from: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  // What it says is looked into, so it comes as it is.
  const headers: IncomingHttpHeaders = { ...from.headers, 'accept-encoding': 'identity' };
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const asked = send({ agent, port, host: '127.0.0.1', method: from.method, path: from.url, headers });
    asked.end(body);
    try {
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return answer;
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

async function whole(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function entryOf(path: string): Entry {
  const [, first] = path.split('/');
  return first === 'register' || first === 'kitchen' ? first : 'office';
}

/** The page of a screen as Vite has it. */
async function screenPage(vite: ViteDevServer, path: string): Promise<string> {
  const entry = entryOf(path);
  const source = readFileSync(join(web, entry, 'index.html'), 'utf8')
    .replaceAll('"./', `"/${entry}/`)
    .replaceAll('"../', '"/');
  const page = await vite.transformIndexHtml(`/${entry}/index.html`, source);
  return page.replaceAll(NONCE, 'development').replaceAll('__PASSBELL_BASE__', '');
}

/** True for an answer that stands for a screen: its built page, or the word that none has been built. */
function isScreen({ statusCode, headers }: IncomingMessage, body: Buffer): boolean {
  const isPage = headers['content-type']?.startsWith('text/html') === true;
  return isPage && (statusCode === 503 || (statusCode === 200 && body.includes('name="passbell-base"')));
}

async function forward(
  vite: ViteDevServer,
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await ask(port, request, await whole(request));
  const { statusCode = 502, headers } = answer;
  if (request.method === 'GET' && headers['content-type']?.startsWith('text/html') === true) {
    const body = await whole(answer);
    const isOwn = isScreen(answer, body);
    const page = isOwn ? await screenPage(vite, request.url ?? '/') : body;
    response.writeHead(
      isOwn ? 200 : statusCode,
      isOwn ? { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } : headers,
    );
    response.end(page);
    return;
  }
  response.writeHead(statusCode, headers);
  answer.pipe(response);
  response.once('close', () => answer.destroy());
}

/** True for what Vite serves: its own addresses, and the files of the screens. */
function isVites(url: string): boolean {
  const [path = '/'] = url.split('?');
  if (path.startsWith('/@') || path.startsWith('/node_modules/')) return true;
  return path.includes('.') && existsSync(join(web, path));
}

const port = await freePort();
const baseUrl = config.baseUrl ?? `https://localhost:${config.port}`;
const server = createServer({ key, cert });
// A component that is changed is changed in the open page.
const shared = webConfig([await prefresh()]);
const vite = await createVite({
  ...shared,
  appType: 'custom',
  cacheDir: join(root, '.cache', 'vite'),
  server: { middlewareMode: true, hmr: { server }, fs: { allow: [root] } },
});
server.on('request', (request: IncomingMessage, response: ServerResponse) => {
  if (isVites(request.url ?? '/')) {
    vite.middlewares(request, response, () => response.writeHead(404).end());
    return;
  }
  forward(vite, port, request, response).catch((error: unknown) => {
    process.stderr.write(`dev: ${request.method} ${request.url}: ${String(error)}\n`);
    if (!response.headersSent) response.writeHead(502);
    response.end();
  });
});
server.listen(config.port, config.host);
await once(server, 'listening');
const service = startService(port, baseUrl);
process.stdout.write(
  `dev: ${baseUrl} has the screens as they are in web/, and the service as it is in src/\n`,
);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => {
    service.kill(signal);
    server.close();
    server.closeAllConnections();
    void vite.close();
  });
}
process.once('disconnect', () => service.kill('SIGTERM'));
