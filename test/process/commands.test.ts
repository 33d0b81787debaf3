// The commands `company create`, `company update`, `import` and `help`, beside a service that runs (reference: operations.11).

import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  accepts,
  engineEnv,
  freePort,
  makeFolder,
  type Outcome,
  PIZZA_PLACE,
  Process,
  runCli,
  type Server,
  serve,
  until,
} from '#test/harness/process.ts';
import { ENGINES, type Json } from '#test/harness/service.ts';

/** Refused: the exit code, nothing on stdout, one line that names the fault. */
function checkRefusal(outcome: Outcome, code: number, named: RegExp, what: string): void {
  assert.equal(outcome.code, code, `${what}: ${outcome.stderr}`);
  assert.equal(outcome.stdout, '', what);
  assert.match(outcome.stderr, /^passbell [^\n]+\n$/, what);
  assert.match(outcome.stderr, named, what);
}

const SHOP = ['--name', 'Café Wien', '--currency', 'EUR', '--timezone', 'Europe/Vienna'];

for (const engine of ENGINES) {
  describe(`beside a running service (${engine})`, () => {
    let env: Record<string, string>;
    let server: Server;
    let own: { card: Json; token: string };
    before(async () => {
      env = await engineEnv(engine);
      server = await serve({ env });
      env = { ...env, DATA_DIR: server.dir };
    });
    after(() => server?.stop());

    const eventsOf = (token: string, after: number) =>
      server.list(`events?limit=1000&after=${after}`, { token });

    it('company create makes a company whose token works at once', async () => {
      const made = await runCli(['company', 'create', ...SHOP, '--json'], env);
      assert.equal(made.code, 0, made.stderr);
      assert.equal(made.stderr, '');
      assert.match(made.stdout, /^\{[^\n]+\}\n$/);
      const card: Json = JSON.parse(made.stdout);
      const sandbox = server.card;
      // The shape of sandbox.json, with what the new company has not left empty.
      assert.deepEqual(Object.keys(card), Object.keys(sandbox));
      assert.deepEqual(Object.keys(card.admin), Object.keys(sandbox.admin));
      assert.notEqual(card.admin.password, sandbox.admin.password);
      assert.equal(card.admin.email, `owner-${card.company_id}@example.com`);
      assert.equal(card.base_url, server.address);
      assert.equal(card.ca_certificate_file, 'tls/ca.pem');
      assert.equal(card.company_id, sandbox.company_id + 1);
      assert.equal(card.sites.length, 1);
      assert.deepEqual(Object.keys(card.sites[0]), ['id', 'name', 'registers']);
      assert.equal(card.sites[0].name, 'Café Wien');
      assert.equal(card.sites[0].registers.length, 1);
      assert.equal(card.staff.length, 1);
      assert.match(card.staff[0].pin, /^\d{6}$/);
      assert.deepEqual(card.customers, []);
      assert.equal(card.payment_methods.length, 1);
      assert.equal(card.payment_methods[0].name, 'Cash');
      assert.deepEqual(card.taxes, []);
      assert.deepEqual(Object.keys(card.addon), Object.keys(sandbox.addon));
      const secrets = ['client_id', 'client_secret', 'signing_secret', 'access_token'];
      for (const name of secrets) assert.notEqual(card.addon[name], sandbox.addon[name]);

      const token = card.addon.access_token;
      own = { card, token };
      const company = (await server.get('/v1/companies/me', { token })).json;
      assert.deepEqual(
        { id: company.id, name: company.name, currency: company.currency, zone: company.timezone.name },
        { id: card.company_id, name: 'Café Wien', currency: 'EUR', zone: 'Europe/Vienna' },
      );
      assert.equal(
        (await server.get(`/v1/companies/${card.company_id}`)).status,
        404,
        'the sandbox does not see it',
      );
      assert.equal((await server.get(`/v1/companies/${sandbox.company_id}`, { token })).status, 404);
      assert.equal(
        (await server.get(`registers/${card.sites[0].registers[0].id}`, { token })).json.site_id,
        card.sites[0].id,
      );
      assert.equal(
        (await server.get(`payment_methods/${card.payment_methods[0].id}`, { token })).json.kind,
        'cash',
      );
      const order = await server.post('orders', { site_id: card.sites[0].id }, { token });
      assert.equal(order.status, 201, order.text);
      const { client_id, client_secret } = card.addon;
      const grant = { grant_type: 'client_credentials', client_id, client_secret };
      assert.equal((await server.post('/v1/token', grant)).status, 200);
      assert.deepEqual(
        (await eventsOf(token, 0)).map(({ number, topic }) => [number, topic]),
        [
          [1, 'sites/created'],
          [2, 'registers/created'],
          [3, 'orders/created'],
        ],
      );
    });

    it('reset-password and invite print links that the service takes', async () => {
      const { admin, company_id } = server.card;
      const links: [string[], RegExp][] = [
        [['reset-password', '--email', admin.email.toUpperCase()], /\/reset\?token=pb_ol_[\w-]{43}$/],
        [
          ['invite', '--email', 'ida@example.com', '--company', String(company_id), '--role', 'manager'],
          /\/invite\?token=pb_ol_[\w-]{43}$/,
        ],
      ];
      for (const [args, form] of links) {
        const made = await runCli(args, env);
        assert.equal(made.code, 0, made.stderr);
        const address = made.stdout.trimEnd();
        assert.match(address, form);
        assert.ok(address.startsWith(`${server.address}/`), address);
        const page = await server.get(address.slice(server.address.length));
        assert.equal(page.status, 200, page.text);
        assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
      }
      const lost = await runCli(['reset-second-factor', '--email', admin.email], env);
      assert.equal(lost.code, 0, lost.stderr);
      assert.match(lost.stdout, /there was no authenticator app, passkeys removed: 0/);
      const stranger = await runCli(['reset-second-factor', '--email', 'nobody@example.com'], env);
      checkRefusal(stranger, 1, /Nobody here has the e-mail address/, 'reset-second-factor');
      const nobody = await runCli(['reset-password', '--email', 'nobody@example.com'], env);
      checkRefusal(nobody, 1, /Nobody here has the e-mail address/, 'reset-password');
      const nowhere = await runCli(['invite', '--email', 'a@example.com', '--company', '999'], env);
      checkRefusal(nowhere, 1, /There is no company 999/, 'invite');
      const taken = await runCli(['company', 'create', ...SHOP, '--email', admin.email], env);
      checkRefusal(taken, 1, /has an account already/, 'company create');
    });

    it('company quota says what a company may use, and sets it while the service runs', async () => {
      const { token, card } = own;
      const id = String(card.company_id);
      const quota = (...more: string[]) => runCli(['company', 'quota', ...more], env);
      const none = await quota(id);
      assert.equal(none.code, 0, none.stderr);
      assert.match(
        none.stdout,
        /requests per day no quota, bytes per day no quota, rows no quota \(\d+ used\)/,
      );
      const set = await quota(id, '--requests-per-day', '100000', '--bytes-per-day', 'none', '--json');
      assert.equal(set.code, 0, set.stderr);
      const shown = JSON.parse(set.stdout);
      assert.deepEqual(
        [shown.company_id, shown.requests_per_day, shown.bytes_per_day, shown.rows],
        [id, 100_000, null, null],
      );
      const { json } = await server.get('/v1/companies/me/usage', { token });
      assert.equal(json.requests.limit, 100_000);
      const full = await quota(id, '--rows', '5000');
      assert.match(full.stdout, /requests per day 100000, bytes per day no quota, rows 5000 \(\d+ used\)/);
      const counted = (await server.get('/v1/companies/me/usage', { token })).json.rows;
      assert.equal(counted.limit, 5000);
      assert.ok(counted.used > 0 && counted.counted_at !== null, JSON.stringify(counted));
      const back = await quota(id, '--requests-per-day', 'default', '--rows', 'none');
      assert.match(back.stdout, /requests per day no quota, .* rows no quota/);
      for (const [args, why] of [
        [[id, '--rows', 'many'], /--rows must be a whole number from 1/],
        [[id, '--rows', '0'], /--rows must be a whole number from 1/],
        [[], /Say which company by its id/],
        [['99999'], /There is no company 99999/],
      ] as const) {
        const refused = await quota(...args);
        assert.notEqual(refused.code, 0);
        assert.match(refused.stderr, why);
      }
    });

    it('company update changes a company as the API does, and tells it', async () => {
      const { token, card } = own;
      const at = ['--company', String(card.company_id)];
      const update = (...more: string[]) => runCli(['company', 'update', ...more], env);
      const company = async () => (await server.get('/v1/companies/me', { token })).json;
      const { number: last } = (await eventsOf(token, 0)).at(-1) ?? {};
      const before = await company();
      const made = await update(
        ...at,
        ...['--name', 'Café Prater', '--business-number', 'ATU1', '--website', 'https://prater.example'],
        ...['--image', 'https://prater.example/i.png', '--contact-staff-member', String(card.staff[0].id)],
        ...['--postal-city', 'Wien', '--postal-code', '1020', '--shipping-address', 'Hof 2'],
        ...['--receipt-header', 'Grüß Gott', '--receipt-footer', 'Danke!\\nTäglich offen'],
      );
      assert.equal(made.code, 0, made.stderr);
      assert.match(made.stdout, /^Company \d+: changed name, business_number, [^\n]+\.\n$/);
      const after = await company();
      const none = { address: null, city: null, state: null, postal_code: null, country: null };
      assert.deepEqual(after, {
        ...before,
        name: 'Café Prater',
        business_number: 'ATU1',
        website: 'https://prater.example',
        image: 'https://prater.example/i.png',
        contact_staff_member: card.staff[0].id,
        contact_staff_member_str: String(card.staff[0].id),
        postal_address: { ...none, city: 'Wien', postal_code: '1020' },
        shipping_address: { ...none, address: 'Hof 2' },
        receipt_header: 'Grüß Gott',
        receipt_footer: 'Danke!\nTäglich offen',
        updated_at: after.updated_at,
      });
      const told = await eventsOf(token, last);
      assert.deepEqual(
        told.map(({ topic }) => topic),
        ['company/updated'],
      );
      assert.deepEqual(told[0]?.payload, after);
      // The other parts of an address stay; an empty value unsets, and an address without parts is none.
      const more = ['--postal-country', 'Österreich', '--shipping-address=', '--website=', '--json'];
      const again = await update(...at, ...more);
      assert.equal(again.code, 0, again.stderr);
      const now = await company();
      assert.deepEqual(JSON.parse(again.stdout), now);
      assert.deepEqual(now.postal_address, { ...after.postal_address, country: 'Österreich' });
      assert.deepEqual([now.shipping_address, now.website], [null, null]);
      const money = [
        ...['--legal-name', 'Prater GmbH', '--tax-number', 'ATU12345678', '--tax-rounding', 'document'],
        ...['--rounding-mode', 'half_even', '--discounts-include-tax', 'no', '--negative-prices', 'yes'],
        ...[
          '--invoice-numbers',
          'yes',
          '--cash-rounding',
          '0.05',
          '--cash-rounding-methods',
          'cash, account',
        ],
        ...['--ledger-sales', '4000', '--ledger-rounding', '7090', '--receipt-qr', 'yes'],
      ];
      const settled = await update(...at, ...money, '--json');
      assert.equal(settled.code, 0, settled.stderr);
      const counted = await company();
      assert.deepEqual(JSON.parse(settled.stdout), counted);
      const codes = { tips: null, service: null, surcharges: null, refunds: null, receivable: null };
      assert.deepEqual(counted, {
        ...now,
        legal_name: 'Prater GmbH',
        tax_number: 'ATU12345678',
        tax_rounding: 'document',
        rounding_mode: 'half_even',
        discounts_include_tax: false,
        negative_prices: true,
        invoice_numbers: true,
        receipt_qr: true,
        cash_rounding: { increment: 0.05, methods: ['cash', 'account'] },
        ledger_codes: { ...codes, sales: '4000', rounding: '7090' },
        updated_at: counted.updated_at,
      });
      const less = ['--cash-rounding-methods', 'cash', '--ledger-sales=', '--discounts-include-tax='];
      assert.equal((await update(...at, ...less)).code, 0);
      const fewer = await company();
      assert.deepEqual(fewer.cash_rounding, { increment: 0.05, methods: ['cash'] });
      assert.deepEqual(fewer.ledger_codes, { ...codes, sales: null, rounding: '7090' });
      assert.equal(fewer.discounts_include_tax, null);
      const unset = ['--cash-rounding=', '--ledger-rounding=', '--tax-rounding=', '--rounding-mode='];
      const others = ['--negative-prices=', '--invoice-numbers=', '--legal-name=', '--tax-number='];
      assert.equal((await update(...at, ...unset, ...others, '--receipt-qr=')).code, 0);
      const back = await company();
      assert.deepEqual({ ...back, updated_at: now.updated_at }, now);
      const same = await update(...at, '--name', 'Café Prater');
      assert.match(same.stdout, /^Company \d+: nothing to change\.\n$/);
      const wrongs: readonly [args: readonly string[], code: number, said: RegExp][] = [
        [['--timezone', 'Europe/Berlin'], 1, /--timezone: The time zone cannot be changed any more.*orders/],
        [['--timezone', 'Mars/Olympus'], 2, /--timezone must be the name of a time zone/],
        [['--name='], 2, /--name must not be empty/],
        [['--website', 'prater'], 2, /--website must be an http or https address/],
        [['--tax-rounding', 'never'], 2, /--tax-rounding must be one of line, document/],
        [['--invoice-numbers', 'maybe'], 2, /--invoice-numbers must be true or false/],
        [['--cash-rounding', 'x'], 2, /--cash-rounding /],
        [
          ['--cash-rounding', '0.05', '--cash-rounding-methods', 'card'],
          2,
          /--cash-rounding-methods must be/,
        ],
        [['--ledger-tips', '1'.repeat(51)], 2, /--ledger-tips must be at most 50 characters long/],
        [['--receipt-footer', 'x'.repeat(501)], 2, /--receipt-footer must be at most 500 characters long/],
        [['--postal-code', '1'.repeat(51)], 2, /--postal-code must be at most 50 characters long/],
        [['--contact-staff-member', '987654321'], 2, /--contact-staff-member 987654321 does not exist/],
        [
          ['--name', 'Lost', '--business-number', '1'.repeat(101)],
          2,
          /--business-number must be at most 100/,
        ],
      ];
      for (const [args, code, said] of wrongs)
        checkRefusal(await update(...at, ...args), code, said, args.join(' '));
      checkRefusal(
        await update('--company', '999', '--name', 'X'),
        1,
        /There is no company 999/,
        'company 999',
      );
      assert.deepEqual(await company(), back);
      const topics = (await eventsOf(token, told[0]?.number ?? 0)).map(({ topic }) => topic);
      assert.deepEqual(topics, Array(4).fill('company/updated'));
    });

    it('company create shows it in words without --json', async () => {
      const made = await runCli(
        ['company', 'create', '--name=Kiosk', '--currency=JPY', '--timezone=Asia/Tokyo'],
        env,
      );
      assert.equal(made.code, 0, made.stderr);
      const [first = '', ...rest] = made.stdout.split('\n');
      assert.match(first, /^Kiosk is company \d+\. These secrets are shown only now:$/);
      const token = JSON.parse(rest.join('\n')).addon.access_token;
      assert.equal((await server.get('/v1/companies/me', { token })).json.currency, 'JPY');
    });

    it('import changes nothing where the menu is already', async () => {
      const token = server.card.addon.access_token;
      const state = async () => {
        const lists = [
          'products?limit=1000&fields=unit_price,categories,availability',
          'categories',
          'price_lists',
        ];
        const texts = await Promise.all(lists.map(async (path) => (await server.get(path)).text));
        return { texts, last: (await eventsOf(token, 0)).length };
      };
      const before = await state();
      const done = await runCli(['import', PIZZA_PLACE], env);
      assert.equal(done.code, 0, done.stderr);
      assert.match(done.stdout, /^Company 1, site 1: 128 rows \(0 new, 0 changed\)\.\n$/);
      assert.deepEqual(await state(), before);
    });

    it('import brings the menu into the company and site that are named, with its events', async () => {
      const { card, token } = own;
      const begun = (await eventsOf(token, 0)).length;
      const site = card.sites[0].id;
      const into = ['import', PIZZA_PLACE, '--company', String(card.company_id), '--site', String(site)];
      const done = await runCli(into, env);
      assert.equal(done.code, 0, done.stderr);
      assert.match(done.stdout, /128 rows \(128 new, 0 changed\)/);
      const products = await server.list(`sites/${site}/products?limit=1000&fields=unit_price,availability`, {
        token,
      });
      assert.equal(products.length, 128);
      const hawaiian = products.find(({ sku }) => sku === 'hawaiian_m');
      assert.equal(hawaiian.unit_price, 13.25);
      assert.equal(hawaiian.availability.is_available, true);
      const topics = (await eventsOf(token, begun)).map(({ topic }) => topic);
      assert.equal(topics.filter((topic) => topic === 'products/created').length, 128);
      assert.equal(topics.filter((topic) => topic === 'products/availability').length, 128);
      assert.equal(topics.filter((topic) => topic === 'categories/created').length, 4);
      assert.equal(topics.length, 260);

      const list = async () => (await server.get('products?limit=1000&fields=unit_price', { token })).text;
      const before = await list();
      const again = await runCli(into, env);
      assert.match(again.stdout, /\(0 new, 0 changed\)/);
      assert.equal(await list(), before, 'not even updated_at');
      assert.equal((await eventsOf(token, begun)).length, 260);
    });

    it('import sets what the menu says and leaves alone what it does not', async () => {
      const { card, token } = own;
      const site = card.sites[0].id;
      const find = async (sku: string) => (await server.list(`products?sku=${sku}`, { token }))[0].id;
      const [renamed, dearer, scarce] = await Promise.all(
        ['hawaiian_s', 'hawaiian_m', 'hawaiian_l'].map(find),
      );
      const heading = await server.post('categories', { name: 'Favourites' }, { token });
      // A variant is in the categories of its template.
      const template = await find('hawaiian');
      await server.put(`products/${template}`, { categories: [heading.json.id] }, { token });
      const kept = { tags: ['sweet'], docket_name: 'HAW' };
      await server.put(`products/${renamed}`, { name: 'Ananas', ...kept }, { token });
      await server.put(`products/${dearer}`, { unit_price: 99.5 }, { token });
      const availability = { is_available: false, amount: 3 };
      await server.put(`sites/${site}/products/${scarce}`, { availability }, { token });
      const begun = (await eventsOf(token, 0)).length;
      const ids = [renamed, dearer, scarce];
      const before = await Promise.all(ids.map((id) => server.get(`products/${id}`, { token })));

      const done = await runCli(['import', PIZZA_PLACE, '--company', String(card.company_id)], env);
      assert.match(done.stdout, /\(0 new, 3 changed\)/, done.stderr);
      const now = await Promise.all(
        ids.map(async (id) => (await server.get(`products/${id}`, { token })).json),
      );
      assert.equal(now[0].name, 'The Hawaiian Pizza (Small)');
      assert.deepEqual(now[0].tags, ['sweet']);
      assert.equal(now[0].docket_name, 'HAW');
      assert.deepEqual(now[0].categories.map(({ name }: Json) => name).sort(), ['Classic', 'Favourites']);
      assert.equal(now[1].unit_price, 13.25);
      assert.notEqual(now[1].updated_at, before[1]?.json.updated_at);
      // Variants follow their template into the menu's category, and are otherwise as they were.
      assert.deepEqual({ ...now[2], categories: [] }, { ...before[2]?.json, categories: [] });
      assert.deepEqual(now[2].sites[0].availability, availability);
      // A change of the price alone is told of the price list (reference: events.5).
      const base = (await server.get('price_lists/base', { token })).json.id;
      assert.deepEqual(
        (await eventsOf(token, begun)).map(({ topic, resource_id }) => [topic, resource_id]),
        [
          ['price_lists/updated', base],
          ['products/updated', template],
          ['products/updated', renamed],
        ],
      );
    });

    it('import into a second site makes the products available there', async () => {
      const { card, token } = own;
      const site = (await server.post('sites', { name: 'Prater' }, { token })).json.id;
      const begun = (await eventsOf(token, 0)).length;
      const into = ['--company', String(card.company_id), '--site', String(site)];
      const done = await runCli(['import', PIZZA_PLACE, ...into], env);
      assert.match(done.stdout, new RegExp(`site ${site}: .*\\(0 new, 128 changed\\)`), done.stderr);
      assert.equal((await server.list(`sites/${site}/products?limit=1000`, { token })).length, 128);
      const topics = (await eventsOf(token, begun)).map(({ topic }) => topic);
      assert.equal(topics.filter((topic) => topic === 'products/updated').length, 128);
      assert.equal(topics.filter((topic) => topic === 'products/availability').length, 128);
      assert.equal(topics.length, 256);
    });

    it('import refuses a menu with a mistake as a whole', async () => {
      const folder = join(makeFolder(), 'menu');
      cpSync(PIZZA_PLACE, folder, { recursive: true });
      const file = join(folder, 'pizzas.csv');
      const text = readFileSync(file, 'utf8');
      writeFileSync(
        file,
        text
          .replace('hawaiian_s,hawaiian,S,10.5', 'hawaiian_s,hawaiian,S,12.5')
          .replace(/,12\.75(?![\s\S]*,12\.75)/, ',cheap'),
      );
      const before = (await server.get('products?limit=1000&fields=unit_price')).text;
      checkRefusal(
        await runCli(['import', folder], env),
        1,
        /pizzas\.csv, line \d+: "cheap" is not a price/,
        'price',
      );
      assert.equal((await server.get('products?limit=1000&fields=unit_price')).text, before);
    });

    it('import and export of CSV: a dry run, mistakes, bad rows left out, and back again', async () => {
      const company = String(own.card.company_id);
      const folder = makeFolder();
      const file = join(folder, 'tea.csv');
      const state = async () => (await server.get('products?limit=1000&fields=unit_price', own)).text;
      const importing = (...args: string[]) => runCli(['import', file, '--company', company, ...args], env);
      writeFileSync(file, 'sku;name;unit_price\r\ntea;Tea;4.50\r\ncake;Cake;"5,50"\r\n');
      const wrong = /^tea\.csv, line 3, unit_price: "5,50" has a comma: write decimals with a point[^\n]+\n/;

      const before = await state();
      const dry = await importing('--dry-run');
      assert.equal(dry.code, 1);
      assert.match(dry.stderr, wrong);
      assert.match(
        dry.stdout,
        /^tea\.csv, line 2: product "tea" created\nCompany \d+, site \d+: 2 rows \(1 new, 0 changed, 1 with errors\)\. Nothing was saved\.\n$/,
      );
      const aborted = await importing();
      assert.equal(aborted.code, 1);
      assert.equal(aborted.stdout, '');
      assert.match(aborted.stderr, wrong);
      assert.match(aborted.stderr, /Nothing was saved\.\n$/);
      assert.equal(await state(), before);

      const skipped = await importing('--on-error', 'skip');
      assert.equal(skipped.code, 3);
      assert.match(skipped.stderr, wrong);
      assert.match(skipped.stdout, /2 rows \(1 new, 0 changed, 1 with errors\)\.\n$/);
      assert.equal((await server.list('products?sku=tea', own)).length, 1);

      const out = join(folder, 'new', 'out');
      const exported = await runCli(['export', '--out', out, '--company', company], env);
      assert.equal(exported.code, 0, exported.stderr);
      assert.match(exported.stdout, /: 129 products and 0 option sets in /);
      assert.match(readFileSync(join(out, 'products.csv'), 'utf8'), /^\ufeffsku,name,[^\n]+\r\n/);
      const begun = (await eventsOf(own.token, 0)).length;
      const now = await state();
      const again = await runCli(['import', out, '--company', company], env);
      assert.equal(again.code, 0, again.stderr);
      assert.match(again.stdout, /: 129 rows \(0 new, 0 changed\)\.\n$/);
      assert.equal(await state(), now);
      assert.equal((await eventsOf(own.token, 0)).length, begun);
    });

    it('import says where it cannot go', async () => {
      const foreign = String(own.card.sites[0].id);
      const cases: readonly [args: readonly string[], code: number, named: RegExp][] = [
        [['/no/such/folder'], 1, /\/no\/such\/folder holds no menu/],
        [[PIZZA_PLACE, '--company', '999'], 1, /no company 999/],
        [[PIZZA_PLACE, '--company', '1', '--site', foreign], 1, /Company 1 has no site/],
        [[PIZZA_PLACE, '--company', 'first'], 2, /--company must be an id/],
      ];
      await Promise.all(
        cases.map(async ([args, code, named]) =>
          checkRefusal(await runCli(['import', ...args], env), code, named, args.join(' ')),
        ),
      );
    });
  });
}

it('company create before the first start makes the installation, and the start no sandbox', async () => {
  const dir = join(makeFolder(), 'data');
  const made = await runCli(['company', 'create', ...SHOP, '--json', '--data-dir', dir], { PORT: '9443' });
  assert.equal(made.code, 0, made.stderr);
  const card = JSON.parse(made.stdout);
  assert.equal(card.base_url, 'https://localhost:9443');
  const server = await serve({ dir });
  const token = card.addon.access_token;
  assert.equal(existsSync(join(dir, 'sandbox.json')), false);
  assert.equal((await server.get('/v1/companies/me', { token })).json.name, 'Café Wien');
  await server.stop();
});

it('a command that is typed wrong is answered with a sentence and exit 2, and nothing is made', async () => {
  const dir = join(makeFolder(), 'data');
  const create = ['company', 'create'];
  const cases: readonly [args: readonly string[], named: RegExp][] = [
    [['dance'], /passbell dance: There is no such command\. Try: passbell help/],
    [['company', 'delete'], /company create, company update and company quota/],
    [['company', 'update'], /Say what is to be changed/],
    [['company', 'update', '--company', 'mine', '--name', 'X'], /--company must be an id/],
    [['company', 'update', '--currency', 'EUR'], /--currency/],
    [create, /--name/],
    [[...create, '--name', 'x'.repeat(256), '--currency', 'AUD', '--timezone', 'UTC'], /--name/],
    [[...create, '--name', 'X', '--currency', 'DOLLARS', '--timezone', 'UTC'], /--currency/],
    [[...create, '--name', 'X', '--currency', 'AUD', '--timezone', 'Mars/Olympus'], /--timezone/],
    [[...create, ...SHOP, '--colour', 'red'], /--colour/],
    [[...create, ...SHOP, 'more'], /options alone/],
    [[...create, ...SHOP, '--email', 'nobody'], /--email/],
    [['reset-password'], /--email/],
    [['reset-second-factor'], /--email/],
    [['invite', '--email', 'a@example.com'], /--company/],
    [['invite', '--email', 'a@example.com', '--company', '1', '--role', 'king'], /--role/],
    [['import', PIZZA_PLACE, '--data-dir='], /--data-dir is empty/],
    [['import', PIZZA_PLACE, '--on-error', 'ask'], /--on-error must be abort or skip/],
    [['import'], /It needs one file or folder/],
    [['export'], /--out is needed/],
    [['export', '--out', 'x', '--site', 'main'], /--site must be an id/],
    [['import', PIZZA_PLACE, '--database-url', 'mysql://a:hunter2@b/c'], /DATABASE_URL/],
    [['replay', PIZZA_PLACE, '--limit', '0'], /--limit must be a whole number/],
    [['replay', PIZZA_PLACE, '--connections', '101'], /--connections must be a whole number from 1 to 100/],
  ];
  for (let at = 0; at < cases.length; at += 4) {
    const some = cases.slice(at, at + 4);
    const outcomes = await Promise.all(some.map(([args]) => runCli(args, { DATA_DIR: dir })));
    for (const [each, outcome] of outcomes.entries()) {
      const [args = [], named = /./] = some[each] ?? [];
      checkRefusal(outcome, 2, named, args.join(' '));
      assert.ok(!outcome.stderr.includes('hunter2'));
    }
  }
  assert.equal(existsSync(dir), false);
});

it('a database that is away is named, without its password', async () => {
  const url = `postgres://passbell:hunter2@127.0.0.1:${await freePort()}/passbell`;
  const env = { DATABASE_URL: url, DATA_DIR: join(makeFolder(), 'data') };
  for (const args of [
    ['company', 'create', ...SHOP],
    ['import', PIZZA_PLACE],
  ]) {
    const outcome = await runCli(args, env);
    checkRefusal(outcome, 1, /DATABASE_URL.*cannot be reached.*ECONNREFUSED/, args.join(' '));
    assert.ok(!outcome.stderr.includes('hunter2'));
  }
});

it('a folder without an installation is named, and nothing is made in it', async () => {
  const env = { DATA_DIR: join(makeFolder(), 'data') };
  const [imported, replayed] = await Promise.all(
    ['import', 'replay'].map((word) => runCli([word, PIZZA_PLACE], env)),
  );
  assert.ok(imported !== undefined && replayed !== undefined);
  checkRefusal(imported, 1, /There is no database in \S+data yet\. Start Passbell once/, 'import');
  checkRefusal(replayed, 1, /There is no \S+sandbox\.json/, 'replay');
  const update = await runCli(['company', 'update', '--name', 'X'], env);
  checkRefusal(update, 1, /There is no database in \S+data yet/, 'company update');
  const reset = await runCli(['reset-password', '--email', 'a@example.com'], env);
  checkRefusal(reset, 1, /There is no database in \S+data yet/, 'reset-password');
  assert.equal(existsSync(env.DATA_DIR), false);
});

it('a reader that stops reading ends a command, and leaves a service alone', async () => {
  const help = new Process('src/cli.ts', ['help']);
  help.child.stdout?.destroy();
  const { stderr } = await help.ended;
  assert.equal(stderr, '');
  const dir = join(makeFolder(), 'data');
  const port = await freePort();
  const service = new Process('src/cli.ts', ['serve'], { env: { DATA_DIR: dir, PORT: String(port) } });
  service.child.stdout?.destroy();
  await until('it accepts', () => accepts(port));
  service.kill('SIGTERM');
  assert.equal((await service.ended).code, 0);
  assert.equal(service.stderr, '');
});

it('help names every command and every setting', async () => {
  for (const args of [[], ['help']]) {
    const { code, stdout, stderr } = await runCli(args);
    assert.equal(code, 0);
    assert.equal(stderr, '');
    for (const word of [
      'serve',
      'company create',
      'company update',
      '--receipt-footer',
      'reset-password',
      'invite',
      'import',
      'export',
      'replay',
      'doctor',
      'DATA_DIR',
      'DATABASE_URL',
      'LOG_LEVEL',
    ]) {
      assert.ok(stdout.includes(word), `${args.join(' ')}: ${word} is missing`);
    }
  }
});
