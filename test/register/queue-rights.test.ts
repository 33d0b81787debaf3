import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Right } from '#src/company/rules/rights.ts';
import { change, make, read, withoutTwins } from '#test/api/helpers.ts';
import { EVERY_RIGHT, hire, permissionsOf, type SignedIn, signIn } from '#test/api/operator-helpers.ts';
import { openShop, type Shop } from '#test/api/order-helpers.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { rightsToSend } from '../../web/register/rights.ts';
import type { NewWrite } from '../../web/register/writes.ts';
import { Line, newName, RegisterQueue } from './register-queue.ts';

// What waits in the queue of a register while its staff member loses the permission for it: it is refused by name, stays
// where it was, and is sent once somebody approves (reference: staff.20).

/** What is done without a network, the permission that it needs, and what the order is once it was done. */
interface Waiting {
  readonly right: Right;
  readonly what: string;
  /** The order that it is about; none where it makes one. */
  readonly order?: object;
  readonly write: (order: Json) => Omit<NewWrite, 'subject' | 'label'>;
  readonly after: (order: Json) => unknown;
  readonly expected: unknown;
}

onEachEngine(
  'what waits in the queue of a register without its permission (reference: staff.20)',
  (service) => {
    let shop: Shop;
    let manager: { readonly id: string; readonly pin: string };
    before(async () => {
      shop = await openShop(service());
      manager = await hire(shop.client, '9731', { first_name: 'Mia', is_admin: true });
    });

    const body = (fields: object) => JSON.stringify(fields);
    const sale = (fields: object) =>
      body({ register_id: shop.register, lines: [{ product_id: shop.soup.id }], ...fields });
    const create = (fields: object): Pick<Waiting, 'write'> => ({
      write: () => ({ kind: 'create', body: sale({ sale_number: newName(), ...fields }) }),
    });
    const fields = (sent: object): Pick<Waiting, 'write'> => ({
      write: () => ({ kind: 'fields', body: body(sent) }),
    });
    const line = (sent: object): Pick<Waiting, 'write'> => ({
      write: (order) => ({ kind: 'line', line: String(order.lines[0].line_id), body: body(sent) }),
    });
    const lines = (sent: object): Pick<Waiting, 'write'> => ({
      write: () => ({ kind: 'lines', body: body([{ product_id: shop.tea.id, ...sent }]) }),
    });
    const pay = (amount: number): Pick<Waiting, 'write'> => ({
      write: () => ({ kind: 'payment', body: body({ method_id: shop.cash, amount }) }),
    });
    const paid = (amount = 5) => ({ payments: [{ method_id: shop.cash, amount }] });

    const WAITING = (): readonly Waiting[] => [
      {
        ...{ what: 'a sale', right: 'FinishSale', ...create({ status: 'COMPLETE' }) },
        ...{ after: ({ status }) => status, expected: 'COMPLETE' },
      },
      {
        ...{ what: 'a sale with a discount', right: 'MakeDiscount', ...create({ price_variation: 0.5 }) },
        ...{ after: ({ total }) => total, expected: 5 },
      },
      {
        ...{ what: 'a sale for nothing', right: 'ApplyComp', ...create({ price_variation: 0 }) },
        ...{ after: ({ total }) => total, expected: 0 },
      },
      {
        what: 'a sale at another price',
        ...{ right: 'ChangePrice', ...create({ lines: [{ product_id: shop.soup.id, unit_price: 9 }] }) },
        ...{ after: ({ total }) => total, expected: 9 },
      },
      {
        what: 'a sale without taxes',
        ...{ right: 'OverrideTax', ...create({ tax_exempt: { number: 'E', reason: null } }) },
        ...{ after: ({ tax_exempt: exempt }) => exempt.number, expected: 'E' },
      },
      {
        what: 'a return',
        ...{
          right: 'RefundWithoutReceipt',
          ...create({ lines: [{ product_id: shop.soup.id, quantity: -1 }] }),
        },
        ...{ after: ({ total }) => total, expected: -10 },
      },
      {
        ...{ what: 'a payment', right: 'FinishSale', order: {}, ...pay(5) },
        ...{ after: ({ payments }) => payments.map(({ amount }: Json) => amount), expected: [5] },
      },
      {
        ...{ what: 'money given back', right: 'Refund', order: paid(), ...pay(-5) },
        ...{ after: ({ payments }) => payments.map(({ amount }: Json) => amount), expected: [5, -5] },
      },
      {
        ...{ what: 'a discount', right: 'MakeDiscount', order: {}, ...fields({ price_variation: 0.9 }) },
        ...{ after: ({ total }) => total, expected: 18 },
      },
      {
        ...{ what: 'a status', right: 'FinishSale', order: paid(20), ...fields({ status: 'COMPLETE' }) },
        ...{ after: ({ status }) => status, expected: 'COMPLETE' },
      },
      {
        ...{
          what: 'a new line for less',
          right: 'MakeDiscount',
          order: {},
          ...lines({ price_variation: 0.5 }),
        },
        ...{ after: ({ total }) => total, expected: 22 },
      },
      {
        ...{ what: 'less of a line', right: 'Void', order: {}, ...line({ quantity: 1 }) },
        ...{ after: ({ total }) => total, expected: 10 },
      },
      {
        ...{ what: 'another price', right: 'ChangePrice', order: {}, ...line({ unit_price: 7 }) },
        ...{ after: ({ total }) => total, expected: 14 },
      },
      {
        ...{ what: 'a void', right: 'Void', order: {} },
        write: (order) => ({ kind: 'void', line: String(order.lines[0].line_id), body: null }),
        ...{ after: ({ lines: left }) => left.length, expected: 0 },
      },
      {
        ...{ what: 'a deletion', right: 'DeleteHeldOrder', order: {} },
        write: () => ({ kind: 'delete', body: null }),
        ...{ after: ({ deleted }) => deleted, expected: true },
      },
    ];

    /** Somebody at the register who may do everything, and the queue of what they do. */
    async function begin(): Promise<{ who: SignedIn; register: RegisterQueue }> {
      const who = await signIn(
        service(),
        shop.client,
        shop.register,
        await hire(shop.client, '4711', EVERY_RIGHT),
      );
      return { who, register: new RegisterQueue(new Line(service(), who.session.access_token)) };
    }
    const approve = ({ client, register }: SignedIn, right: Right, order?: string): Promise<Json> =>
      make(client, `registers/${register}/approvals`, {
        ...{ pin: manager.pin, staff_id: manager.id, right, reason: 'Was agreed', order_id: order ?? null },
      });
    /** Makes what waits, without a network; answers its order's name. */
    async function put({ queue }: RegisterQueue, { what, order, write }: Waiting): Promise<string> {
      const twoSoups = [{ product_id: shop.soup.id, quantity: 2 }];
      const known =
        order === undefined ? undefined : await shop.order({ status: 'ON_HOLD', lines: twoSoups, ...order });
      const subject = known?.id_str ?? newName();
      await queue.add([{ subject, label: what, ...write(known ?? {}) }]);
      return subject;
    }
    const count = async (): Promise<number> =>
      Number((await shop.client.get('orders?limit=1&count=true')).headers['x-total-count']);

    it('is refused by name, stays with its sentence, and is done once with an approval', async () => {
      const { who, register } = await begin();
      register.line.down = true;
      const waiting = WAITING();
      const subjects: string[] = [];
      for (const each of waiting) subjects.push(await put(register, each));
      assert.equal((await register.queue.drain()).end, 'later');
      await change(shop.client, `staff/${who.staff}`, { permissions: [] });
      register.line.down = false;
      const before = await count();
      await register.drain(true);
      const left = (await register.state()).entries;
      assert.deepEqual(
        left.map(({ label, refusal }) => [label, refusal]),
        waiting.map(({ what, right }) => [
          what,
          {
            ...{ code: 'access_denied', sentence: `This needs the permission ${right}.`, right },
            told: { reason: { reason: 'this_needs_the_permission_right', params: { right } } },
          },
        ]),
      );
      // Refused again without an approval, and still there.
      for (const { seq } of left) await register.queue.retry(seq);
      await register.drain(false);
      assert.deepEqual(
        (await register.state()).entries.map(({ refusal }) => refusal?.right),
        waiting.map(({ right }) => right),
      );
      assert.equal(await count(), before);
      for (const write of (await register.state()).entries) {
        const order = /^\d+$/.test(write.subject) ? write.subject : undefined;
        const given: string[] = [];
        for (const right of rightsToSend(write)) given.push((await approve(who, right, order)).id_str);
        // The answer is lost: it is sent again, and done once.
        register.line.cut = { at: register.line.sent + 1, how: 'after' };
        await register.queue.retry(write.seq, { approvals: given });
        await register.drain(true);
      }
      assert.deepEqual((await register.state()).entries, []);
      // One was deleted, and is in no list any more.
      assert.equal(await count(), before - 1 + waiting.filter(({ order }) => order === undefined).length);
      const { known } = await register.state();
      for (const [at, { what, right, after, expected }] of waiting.entries()) {
        const subject = subjects[at] ?? '';
        const id = known.find(([local]) => local === subject)?.[1] ?? subject;
        assert.deepEqual(after((await shop.client.get(`orders/${id}`)).json), expected, what);
        const history = await read(shop.client, `orders/${id}/history`);
        const noted = { right, staff_member_id: Number(manager.id), reason: 'Was agreed' };
        assert.deepEqual(history.at(-1).approvals.map(withoutTwins), [noted], what);
      }
    });

    it('waits with everything behind it, and what needs no permission goes on', async () => {
      const { who, register } = await begin();
      register.line.down = true;
      const [order, other] = [newName(), newName()];
      const held = (name: string) => sale({ sale_number: name, status: 'ON_HOLD' });
      await register.queue.add([
        {
          subject: order,
          kind: 'create',
          label: 'Cheaper',
          body: sale({ sale_number: order, price_variation: 0.5 }),
        },
        { subject: order, kind: 'lines', label: 'More', body: body([{ product_id: shop.tea.id }]) },
        { subject: order, kind: 'payment', label: 'Paid', body: body({ method_id: shop.cash, amount: 7 }) },
        { subject: other, kind: 'create', label: 'Another', body: held(other) },
      ]);
      await change(shop.client, `staff/${who.staff}`, { permissions: permissionsOf(['FinishSale']) });
      register.line.down = false;
      await register.drain(true);
      const { entries, known } = await register.state();
      assert.deepEqual(
        entries.map(({ label, refusal }) => [label, refusal?.right]),
        [
          ['Cheaper', 'MakeDiscount'],
          ['More', undefined],
          ['Paid', undefined],
        ],
      );
      assert.deepEqual(
        known.map(([local]) => local),
        [other],
      );
      const approval = await approve(who, 'MakeDiscount');
      await register.queue.retry(entries[0]?.seq ?? 0, { approvals: [approval.id_str] });
      await register.drain(true);
      const after = await register.state();
      assert.deepEqual(after.entries, []);
      const made = await read(shop.client, `orders/${after.known.find(([local]) => local === order)?.[1]}`);
      assert.deepEqual([made.total, made.payments.length], [7, 1]);
    });

    it('asks for all that was missing, one after the other', async () => {
      const { who, register } = await begin();
      register.line.down = true;
      const order = newName();
      const lines = [{ product_id: shop.soup.id, unit_price: 9 }];
      await register.queue.add([
        {
          subject: order,
          kind: 'create',
          label: 'Cheap',
          body: sale({ sale_number: order, price_variation: 0.5, lines }),
        },
      ]);
      await change(shop.client, `staff/${who.staff}`, { permissions: [] });
      register.line.down = false;
      const asked: Right[][] = [];
      for (let round = 0; round < 4; round++) {
        await register.drain(false);
        const [write] = (await register.state()).entries;
        if (write === undefined) break;
        const rights = rightsToSend(write);
        asked.push(rights);
        const approvals: string[] = [];
        for (const right of rights) approvals.push((await approve(who, right)).id_str);
        await register.queue.retry(write.seq, { approvals });
      }
      // That the price is another one only the service knows.
      assert.deepEqual(asked, [['MakeDiscount'], ['MakeDiscount', 'ChangePrice']]);
      assert.deepEqual((await register.state()).entries, []);
    });
  },
);
