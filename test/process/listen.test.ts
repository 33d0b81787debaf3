// `listen` and `trigger` beside a service that runs: what a developer at the other end of webhooks sees.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Client, openClient } from '#clients/common/client.ts';
import { trigger } from '#clients/listen/trigger.ts';
import { TOPICS } from '#src/kernel/event.ts';
import { engineEnv, makeFolder, Process, runCli, type Server, serve, until } from '#test/harness/process.ts';
import { type Received, Receiver } from '#test/harness/receiver.ts';
import { ENGINES, type Json } from '#test/harness/service.ts';

/** The headers that a forwarded event has as its delivery does. */
const SAME = [
  'content-type',
  'user-agent',
  'x-service-topic',
  'x-service-signature',
  'x-service-created-time',
  'x-service-event-number',
];

function startListen(server: Server, address: string, ...more: string[]): Process {
  const args = ['listen', '--forward', address, ...more];
  return new Process('src/cli.ts', args, { env: { DATA_DIR: server.dir } });
}

const numberOf = (message: Received) => Number(message.headers['x-service-event-number']);

for (const engine of ENGINES) {
  describe(`listen and trigger (${engine})`, () => {
    let env: Record<string, string>;
    let server: Server;
    let receiver: Receiver;
    let client: Client;
    const to = (path: string) => receiver.received.filter((message) => message.path === path);
    const connect = async () => {
      const { base_url: baseUrl, addon } = server.card;
      const caFile = join(server.dir, 'tls/ca.pem');
      client = await openClient({ baseUrl, token: addon.access_token, caFile });
    };
    before(async () => {
      env = await engineEnv(engine);
      server = await serve({ env });
      receiver = await Receiver.open();
      await connect();
    });
    after(async () => {
      await client.close();
      await server.stop();
      await receiver.close();
    });

    it('every topic can be triggered, and arrives as a webhook would bring it', async () => {
      for (const topic of TOPICS) {
        const filter = topic === 'products/availability' ? { site_ids: [server.card.sites[0].id] } : null;
        const answer = await server.post('webhooks', { topic, filter, address: `${receiver.url}/webhook` });
        assert.equal(answer.status, 201, answer.text);
      }
      const listening = startListen(server, `${receiver.url}/hook`);
      await until('it listens', () => listening.stdout.includes('Listening'));
      const count = async (topic: string) => (await server.list(`events?limit=5000&topic=${topic}`)).length;
      for (const topic of TOPICS) {
        const had = await count(topic);
        const said = await trigger(client.passbell, topic);
        assert.match(said, /\w/);
        assert.ok((await count(topic)) > had, topic);
      }
      const first = Number(/after event (\d+)/.exec(listening.stdout)?.[1]);
      const log: Json[] = await server.list(`events?limit=5000&after=${first}`);
      await until('all have come twice', () => receiver.received.length >= 2 * log.length);
      assert.deepEqual(
        to('/hook').map(numberOf),
        log.map((event) => event.number),
      );
      const { signing_secret: secret } = server.card.addon;
      for (const message of to('/hook')) {
        const delivered = to('/webhook').find((each) => numberOf(each) === numberOf(message));
        assert.ok(delivered !== undefined);
        assert.equal(message.body, delivered.body);
        for (const name of SAME) assert.equal(message.headers[name], delivered.headers[name], name);
        const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = message.headers;
        const hmac = createHmac('sha256', secret).update(`${id}.${at}.${message.body}`).digest('base64');
        assert.equal(signature, `v1,${hmac}`);
      }
      assert.match(listening.stdout, /^#\d+ sites\/updated 200 \d+ ms$/m);
      listening.kill('SIGINT');
      const { code, stdout, stderr } = await listening.ended;
      assert.equal(code, 0, stderr);
      assert.ok(
        stdout.endsWith(`Forwarded ${log.length} events. Go on with --after ${log.at(-1).number}.\n`),
        stdout,
      );
      assert.equal(stderr, '');
    });

    it('goes on where it was when the service was killed, and when nobody takes the events', async () => {
      const last = (await server.list('events?limit=5000')).at(-1).number;
      receiver.clear();
      const listening = startListen(
        server,
        `${receiver.url}/hook`,
        '--topic',
        'taxes/created',
        '--after',
        String(last),
      );
      await trigger(client.passbell, 'taxes/created');
      await until('it is forwarded', () => to('/hook').length === 1);
      const { dir, port } = server;
      await client.close();
      await server.stop('SIGKILL');
      server = await serve({ env: { ...env, PORT: String(port) }, dir });
      await connect();
      receiver.answer = (_message, response) => response.writeHead(500).end();
      for (const topic of ['taxes/created', 'taxes/updated', 'taxes/created'] as const)
        await trigger(client.passbell, topic);
      await until('both are forwarded', () => to('/hook').length === 3);
      const log: Json[] = await server.list(`events?limit=5000&topic=taxes/created&after=${last}`);
      assert.deepEqual(
        to('/hook').map(numberOf),
        log.map((event) => event.number),
      );
      await until('they are told of', () => listening.stdout.split(' 500 ').length === 3);
      receiver.answer = (_message, response) => response.socket?.destroy();
      await trigger(client.passbell, 'taxes/created');
      await until('it is told of', () => listening.stdout.includes('no answer (UND_ERR_SOCKET)'));
      receiver.answer = (_message, response) => response.writeHead(200).end();
      await trigger(client.passbell, 'taxes/created');
      await until('it goes on', () => listening.stdout.split(' 200 ').length === 3);
      listening.kill('SIGTERM');
      const { code, stderr } = await listening.ended;
      assert.equal(code, 0, stderr);
      assert.match(stderr, /Trying again\.\n/);
    });
  });
}

describe('what is typed wrong', () => {
  const refuses = async (args: readonly string[], code: number, named: RegExp, dir = makeFolder()) => {
    const outcome = await runCli(args, { DATA_DIR: dir });
    assert.equal(outcome.code, code, outcome.stderr);
    assert.equal(outcome.stdout, '');
    assert.match(outcome.stderr, /^passbell [^\n]+\n$/);
    assert.match(outcome.stderr, named);
  };

  it('is named', async () => {
    const here = ['listen', '--forward', 'http://localhost:3000'];
    await refuses(['listen'], 2, /--forward is needed/);
    await refuses(['listen', '--forward', 'ftp://localhost'], 2, /--forward is needed/);
    await refuses(['listen', '--forward', 'http://192.168.0.1/'], 2, /--anywhere/);
    await refuses([...here, '--topic', 'taxes/created,taxes/painted'], 2, /no topic taxes\/painted/);
    await refuses([...here, '--after', '-1'], 2, /--after/);
    await refuses(here, 1, /There is no .*sandbox\.json/);
    await refuses([...here, '--base-url', 'https://localhost:1', '--token', 'x'], 2, /--signing-secret/);
    await refuses(['trigger', 'taxes/painted'], 2, /no topic taxes\/painted/);
    await refuses(['trigger', 'taxes/created', 'taxes/updated'], 2, /one topic/);
    await refuses(['trigger', 'taxes/created'], 1, /There is no .*sandbox\.json/);
  });

  it('no topic at all lists them', async () => {
    const { code, stdout } = await runCli(['trigger']);
    assert.equal(code, 0);
    assert.deepEqual(stdout.trim().split('\n'), [...TOPICS]);
  });

  it('a token that is not known here is refused for good', async () => {
    const server = await serve();
    const more = ['--token', 'pb_at_nobody', '--signing-secret', 'x'];
    const listening = startListen(server, 'http://localhost:1/', ...more);
    const { code, stderr } = await listening.ended;
    assert.equal(code, 1);
    assert.match(stderr, /^passbell listen: The service refused the stream of events: 401 invalid_token\./);
    await server.stop();
  });
});
