// Asks the service on this machine how it is: 0 when it answers 200, else 1. For HEALTHCHECK and the like, where there is
// no curl:
//
//   node deploy/healthcheck.ts            /healthz: the process is up
//   node deploy/healthcheck.ts /readyz    a request would be served
//
// It reads the service's own PORT and HOST from the environment.

import { request } from 'node:https';

/** How long an answer may take, in ms. */
const LIMIT_MS = 5_000;

const { PORT = '', HOST = '' } = process.env;
const [path = '/healthz'] = process.argv.slice(2);
/** Addresses that stand for all of the machine's own. */
const host = ['', '0.0.0.0'].includes(HOST) ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;

const asked = request(
  {
    host,
    port: PORT === '' ? 8443 : Number(PORT),
    path,
    // The request stays on its own machine, has no secrets, and only the status is used: the certificate may be for
    // any name of the service.
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(LIMIT_MS),
  },
  (answer) => {
    answer.setEncoding('utf8');
    let text = '';
    answer.on('data', (part: string) => {
      text += part;
    });
    answer.on('end', () => {
      process.stdout.write(`${answer.statusCode} ${text}\n`);
      process.exitCode = answer.statusCode === 200 ? 0 : 1;
    });
    answer.on('error', fail);
  },
);
asked.on('error', fail);
asked.end();

function fail(error: Error): void {
  process.stdout.write(`${host} does not answer: ${error.message}\n`);
  process.exitCode = 1;
}
