// The agent as a process, between a service that runs and a printer on a port.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { linesOf, READY, VirtualPrinter } from '#test/harness/escpos.ts';
import { TcpPrinter } from '#test/harness/printer.ts';
import {
  engineEnv,
  FIRST_PRODUCT,
  makeFolder,
  Process,
  runCli,
  type Server,
  serve,
  until,
} from '#test/harness/process.ts';
import { ENGINES, type Json } from '#test/harness/service.ts';

for (const engine of ENGINES) {
  describe(`print-agent (${engine})`, () => {
    let server: Server;
    let sink: TcpPrinter;
    let register: number;
    let env: Record<string, string>;
    const journal = join(makeFolder(), 'agent.journal');
    const start = (...more: string[]) => {
      const { base_url: url, addon } = server.card;
      const args = ['print-agent', '--register', String(register), '--url', url, '--journal', journal];
      const printer = ['--printer', `tcp://127.0.0.1:${sink.port}`];
      const ca = ['--ca', join(server.dir, 'tls/ca.pem')];
      return new Process('src/cli.ts', [...args, ...ca, ...(more.length > 0 ? more : printer)], {
        env: { PRINT_AGENT_TOKEN: addon.access_token },
      });
    };
    const order = async (more: object = {}): Promise<Json> => {
      const { status, json, text } = await server.post('orders', {
        register_id: register,
        status: 'ON_HOLD',
        lines: [{ product_id: FIRST_PRODUCT, quantity: 1 }],
        ...more,
      });
      assert.equal(status, 201, text);
      return json;
    };
    const passThru = { pass_thru_printing: true, pass_thru_printing_register: { id: 0 } };
    const papers = () => sink.printer.strips.map((strip) => linesOf(strip).join('\n'));
    const jobs = () => server.list(`registers/${register}/print_jobs`);
    const newest = async (): Promise<Json> =>
      (await jobs()).reduce((one, other) => (BigInt(one.id_str) > BigInt(other.id_str) ? one : other));
    const isOnline = async () => (await server.get(`registers/${register}`)).json.status === 'online';

    before(async () => {
      env = await engineEnv(engine);
      server = await serve({ env });
      register = server.card.sites[0].registers[0].id;
      passThru.pass_thru_printing_register.id = register;
      sink = await TcpPrinter.open();
    });
    after(async () => {
      await server.stop();
      await sink.close();
    });

    it('prints what a pass-thru order sends to the kitchen, and a receipt', async () => {
      const agent = start();
      await until('the register is online', isOnline);
      const made = await order(passThru);
      await until('a ticket is on paper', () => papers().length === 1);
      assert.match(papers()[0] ?? '', new RegExp(`^Order ${made.saleid} +Ticket 1$`, 'm'));
      await until('the service knows', async () => (await newest()).state === 'printed');
      const asked = await server.post(`orders/${made.id_str}/receipt`, { register_id: register });
      assert.equal(asked.status, 201, asked.text);
      await until('the receipt is on paper', () => papers().length === 2);
      assert.match(papers()[1] ?? '', new RegExp(`^ +${made.saleid}$`, 'm'));
      assert.deepEqual(sink.printer.strips[1]?.barcodes, [`{B${made.saleid}`]);
      await until('the service knows', async () =>
        (await jobs()).every((job) => job.state === 'printed' && !job.copy),
      );
      agent.kill('SIGTERM');
      const { code, stdout, stderr } = await agent.ended;
      assert.equal(code, 0, stderr);
      assert.equal(stderr, '');
      assert.match(stdout, /^Printing for register \d+ on printer\. Ctrl-C ends it\.\n/);
      assert.match(stdout, /^Job \d+ was printed on printer\.$/m);
      assert.ok(stdout.endsWith('Stopped.\n'));
      assert.ok(!readFileSync(journal, 'utf8').includes(made.saleid));
    });

    it('killed while the printer works: the job comes out again, marked', async () => {
      const before = papers().length;
      sink.mute = false;
      // It says how it is, and then nothing more.
      let agent = start();
      await until('the register is online', isOnline);
      const push = sink.printer.push.bind(sink.printer);
      sink.printer.push = (bytes) => {
        if (bytes.length > 20) sink.mute = true;
        push(bytes);
      };
      await order(passThru);
      await until('it is on paper', () => papers().length === before + 1);
      agent.kill('SIGKILL');
      await agent.ended;
      sink.printer.push = push;
      sink.mute = false;
      agent = start();
      await until('it is on paper again', () => papers().length === before + 2);
      const [first, second] = papers().slice(before);
      assert.doesNotMatch(first ?? '', /COPY/);
      assert.equal(second?.match(/\*\*\* COPY \*\*\*/g)?.length, 2);
      await until('the service knows', async () => {
        const job = await newest();
        return job.state === 'printed' && job.copy;
      });
      agent.kill('SIGTERM');
      assert.equal((await agent.ended).code, 0);
    });

    it('a service that is killed: the agent comes back to it', async () => {
      const before = papers().length;
      const agent = start();
      await until('the register is online', isOnline);
      const { dir, port } = server;
      await server.stop('SIGKILL');
      server = await serve({ env: { ...env, PORT: String(port) }, dir });
      await until('the register is online', isOnline);
      sink.printer.condition = { ...READY, paperOut: true };
      await order(passThru);
      await until(
        'the service knows why',
        async () => (await newest()).failure === 'printer: it is out of paper',
      );
      sink.printer.condition = READY;
      await until('it is on paper', () => papers().length === before + 1);
      assert.doesNotMatch(papers().at(-1) ?? '', /COPY/);
      agent.kill('SIGTERM');
      const { code, stdout } = await agent.ended;
      assert.equal(code, 0);
      assert.match(stdout, /out of paper\. It will be tried again\./);
    });

    it('prints to a file', async () => {
      const file = join(makeFolder(), 'paper');
      const agent = start('--printer', `file:${file}`, '--width', '58');
      await until('the register is online', isOnline);
      const made = await order(passThru);
      await until('the service knows', async () => (await newest()).state === 'printed');
      const printer = new VirtualPrinter({ columns: 32 });
      printer.push(readFileSync(file));
      assert.match(
        linesOf(printer.strips[0] ?? { lines: [], barcodes: [], starts: [] }).join('\n'),
        new RegExp(made.saleid),
      );
      agent.kill('SIGTERM');
      assert.equal((await agent.ended).code, 0);
    });
  });
}

describe('what is typed wrong', () => {
  const printer = ['--printer', 'tcp://127.0.0.1:1'];
  const url = ['--url', 'https://localhost:1'];
  for (const [args, named] of [
    [['--register', '1'], /--printer is needed/],
    [[...printer], /--register is needed/],
    [['--register', 'x', ...printer], /--register is needed/],
    [['--register', '1', '--printer', 'udp://x'], /"udp:\/\/x" is no printer/],
    [['--register', '1', '--printer', 'tcp://x:70000'], /is no printer/],
    [['--register', '1', ...printer, ...printer], /two printers printer/],
    [['--register', '1', ...printer, '--route', 'bar=1'], /no printer bar/],
    [['--register', '1', ...printer, '--route', 'printer=all'], /--route: "printer=all"/],
    [['--register', '1', ...printer, '--receipts', 'bar'], /no printer bar/],
    [['--register', '1', ...printer, '--width', '76'], /--width must be one of 58, 80/],
    [['--register', '1', ...printer, '--cjk', 'utf8'], /--cjk must be one of/],
    [['--register', '1', ...printer, '--url', 'http://pos.example.com'], /--url must be the https address/],
    [['--register', '1', ...printer, ...url], /--token is needed/],
    [
      ['--register', '1', ...printer, '--token-file', '/nowhere/token'],
      /--token-file: \/nowhere\/token cannot/,
    ],
    [['--register', '1', ...printer, '--paint'], /--paint/],
  ] as const) {
    it(`${args.join(' ')} is named`, async () => {
      const { code, stdout, stderr } = await runCli(
        ['print-agent', ...args, '--journal', join(makeFolder(), 'j')],
        { DATA_DIR: makeFolder() },
      );
      assert.equal(code, 2, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, /^passbell print-agent: [^\n]+\n$/);
      assert.match(stderr, named);
    });
  }

  it('a token that is not known, and a register that is not there, end it', async () => {
    const server = await serve();
    const { base_url: url, addon } = server.card;
    for (const [register, token, named] of [
      ['1', 'pb_at_nobody', /401 invalid_token/],
      ['999999', addon.access_token, /404/],
    ]) {
      const common = [
        '--url',
        url,
        '--ca',
        join(server.dir, 'tls/ca.pem'),
        '--journal',
        join(makeFolder(), 'j'),
      ];
      const { code, stderr } = await runCli(['print-agent', '--register', register, ...printer, ...common], {
        PRINT_AGENT_TOKEN: token,
      });
      assert.equal(code, 1, stderr);
      assert.match(stderr, named);
      assert.ok(!stderr.includes(token));
    }
    await server.stop();
  });
});
