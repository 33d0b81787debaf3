import type { Call } from '../edge/call.ts';
import { etagOf } from '../edge/etag.ts';
import { listOf } from '../edge/listing.ts';
import { LIST } from '../edge/query.ts';
import { listRecords, type RecordKind, recordHandlers } from '../edge/records.ts';
import { asking, ok, type ReadHandler, type WriteHandler } from '../edge/route.ts';
import { ApiError, conflict, invalid, notFound, UnknownRecords, unknownRecord } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { dayAt } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { isBodyObject } from '../shape/twins.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { firstUse } from '../storage/uses.ts';
import { listAddresses } from './addresses.ts';
import { keepLogo } from './images.ts';
import * as input from './input.ts';
import { refuseCoins } from './rules/coins.ts';
import { chainOf, depthBelow, MAX_LIST_DEPTH } from './rules/lists.ts';
import { savePinFailures } from './sessions.store.ts';
import { endSessions, matchPin, pinHash } from './sessions.ts';
import type { ListedAddress, PaymentMethod, PriceList, Register, Site, Tax, TaxGroup } from './shape.ts';
import type { Role, StaffMember, StaffRole } from './staff-shape.ts';
import {
  atSite,
  baseListId,
  byIds,
  companies,
  getCompany,
  listParents,
  lockExisting,
  paymentMethods,
  priceLists,
  type Referable,
  registers,
  removePrices,
  roles,
  sites,
  staffMembers,
  taxes,
  taxesById,
  taxGroups,
} from './store.ts';
import { updateCompany } from './update.ts';
import { signedInAt } from './uses.store.ts';
import * as view from './view.ts';

/** GET /companies: the companies the token reaches, which is one. */
export const listCompanies: ReadHandler = listOf(
  async (tx, call, after = 0n) => (after < call.company ? [await getCompany(tx, call.company)] : []),
  ({ id }) => id,
  (company, call) => view.companyView(company, call.now),
);

/** GET /companies/<c> */
export const getOwnCompany: ReadHandler = async (tx, call) => {
  const company = await companies.get(tx, call.company, call.company);
  if (company === undefined) throw notFound();
  return ok(view.companyView(company, call.now));
};

/** PUT /companies/<c>: what is sent of it; its currency stays, and its time zone once there are orders. */
export const putCompany: WriteHandler = async (tx, call) => {
  const { company: id, now } = call;
  const before = await companies.getForUpdate(tx, id, id);
  if (before === undefined) throw notFound();
  if (call.hasIfMatch) call.checkMatch(etagOf(JSON.stringify(view.companyView(before, now))));
  const uses = call.usesOf('companies', before);
  const sent = call.input(input.companyUpdate);
  const given = sent.image ? { ...sent, image: await keepLogo(tx, call, sent.image) } : sent;
  const after = await updateCompany(tx, before, given, { by: call, now, uses });
  return ok(view.companyView(after, now));
};

/** GET …/addresses: the handler of the list of a record's addresses, which `read` finds. */
export function addressList(
  read: (tx: Reader, call: Call) => Promise<readonly ListedAddress[]>,
): ReadHandler {
  return listOf(
    async (tx, call, after = 0n, limit) =>
      (await read(tx, call)).filter(({ id }) => id > after).slice(0, limit),
    ({ id }) => id,
    view.addressView,
  );
}

/** GET /companies/<c>/addresses */
export const listCompanyAddresses = addressList(async (tx, call) => {
  const { id, postal_address: postal, shipping_address: shipping } = await getCompany(tx, call.company);
  return listAddresses('company', id, { postal, shipping });
});

/** GET /sites/<s>/addresses */
export const listSiteAddresses = addressList(async (tx, call) => {
  const site = await sites.get(tx, call.company, call.id('site_id'));
  if (site === undefined) throw notFound();
  return listAddresses('site', site.id, { postal: site.postal_address, shipping: site.shipping_address });
});

/** GET /staff/<id>/addresses */
export const listStaffAddresses = addressList(async (tx, call) => {
  const staff = await staffMembers.get(tx, call.company, call.id('staff_id'));
  if (staff === undefined) throw notFound();
  return listAddresses('staff', staff.id, { postal: staff.postal_address, shipping: staff.shipping_address });
});

/** 400 naming the field when its record does not exist; one that does is locked until the change is saved. */
async function requireOne(tx: Writer, from: Referable, company: Id, field: string, id: Id): Promise<void> {
  if (!(await lockExisting(tx, from, company, [id])).has(id))
    throw invalid(field, sentence('{id} does not exist.', { id }));
}

/** A site as it was sent, without what it has from the company already and shows as its own (reference: company.5). */
async function withoutCompanyValues(tx: Reader, site: Site, before: Site | undefined): Promise<Site> {
  const isNew = (name: 'currency' | 'timezone') => before?.[name] === null && site[name] !== null;
  if (!isNew('currency') && !isNew('timezone')) return site;
  const company = await getCompany(tx, site.company_id);
  const own = (name: 'currency' | 'timezone') =>
    isNew(name) && site[name] === company[name] ? null : site[name];
  return { ...site, currency: own('currency'), timezone: own('timezone') };
}

/** Where the body of a site names its price list; price_list_id goes first. */
function listField(body: unknown): string {
  if (!isBodyObject(body)) return 'price_list_id';
  const { price_list_id: own, price_list_id_str: twin, price_list: shown } = body;
  return own == null && twin == null && shown != null ? 'price_list.id' : 'price_list_id';
}

const siteKind: RecordKind<Site> = {
  table: sites,
  ids: 'site',
  audited: 'site',
  path: 'sites',
  param: 'site_id',
  accepted: input.SITES,
  named: 'site',
  async complete(tx, site, before, call) {
    const image = await keepLogo(tx, call, site.image);
    const list = site.price_list_id === 0n ? await baseListId(tx, site.company_id) : site.price_list_id;
    return { ...(await withoutCompanyValues(tx, site, before)), image, price_list_id: list };
  },
  async check(tx, site, before, call) {
    const isSame =
      site.currency === before?.currency && site.cash_rounding?.increment === before.cash_rounding?.increment;
    if (!isSame)
      refuseCoins(site.cash_rounding, site.currency ?? (await getCompany(tx, site.company_id)).currency);
    for (const [sent, missing] of [
      ['latitude', 'longitude'],
      ['longitude', 'latitude'],
    ] as const)
      if (site[sent] !== null && site[missing] === null)
        throw invalid(`location.${missing}`, sentence('is required.'));
    await requireOne(tx, 'price_lists', site.company_id, listField(call.body), site.price_list_id);
    const register = site.default_pass_thru_register_id;
    if (register !== null) {
      const found = await registers.getForUpdate(tx, site.company_id, register);
      if (found?.site_id !== site.id) {
        throw invalid(
          'default_pass_thru_register_id',
          sentence('{register} is not a register of this site.', { register }),
        );
      }
    }
  },
  async view(tx, records, call) {
    const company = await getCompany(tx, call.company);
    const lists = await byIds(
      priceLists,
      tx,
      call.company,
      records.map((site) => site.price_list_id),
    );
    return records.map((site) => view.siteView(site, company, lists.get(site.price_list_id), call.now));
  },
  usedBy: (tx, site, call) => firstUse(tx, call.usesOf('sites', site)),
  topics: { created: 'sites/created', updated: 'sites/updated', deleted: 'sites/deleted' },
  sites: (site) => [site.id],
};

/** /sites */
export const siteHandlers = recordHandlers(siteKind);

const registerKind: RecordKind<Register> = {
  table: registers,
  ids: 'register',
  audited: 'register',
  path: 'registers',
  param: 'register_id',
  accepted: input.REGISTERS,
  async check(tx, register, before, call) {
    const { company_id: company, current_staff_member: staff } = register;
    await requireOne(tx, 'sites', company, 'site_id', register.site_id);
    if (staff !== null) await requireOne(tx, 'staff', company, 'current_staff_member', staff);
    if (before !== undefined && before.site_id !== register.site_id) {
      const user = await firstUse(tx, call.usesOf('registers', before));
      if (user !== undefined)
        throw conflict(sentence('The register cannot move to another site: it is used by {user}.', { user }));
    }
  },
  view: (_tx, records, call) =>
    Promise.resolve(records.map((register) => view.registerView(register, call.now))),
  usedBy: (tx, register, call) =>
    firstUse(tx, [...call.usesOf('registers', register), signedInAt(register, call.now)]),
  topics: { created: 'registers/created', updated: 'registers/updated', deleted: 'registers/deleted' },
  sites: (register) => [register.site_id],
};

/** /registers */
export const registerHandlers = recordHandlers(registerKind);

/** GET /sites/<s>/registers */
export const listSiteRegisters = asking(LIST, async (tx: Reader, call, asked) => {
  const site = call.id('site_id');
  if ((await sites.get(tx, call.company, site)) === undefined) throw notFound();
  return listRecords(registerKind, tx, call, asked, atSite(site));
});

const roleKind: RecordKind<Role> = {
  table: roles,
  ids: 'role',
  audited: 'role',
  path: 'roles',
  param: 'role_id',
  accepted: input.ROLES,
  view: (_tx, records) => Promise.resolve(records.map((role) => view.roleView(role))),
  topics: { created: 'roles/created', updated: 'roles/updated', deleted: 'roles/deleted' },
  usedBy: (tx, role, call) => firstUse(tx, call.usesOf('roles', role)),
};

/** /roles */
export const roleHandlers = recordHandlers(roleKind);

/** 400 naming the roles of a staff member that do not exist, or whose sites do not. */
async function requireRoles(tx: Writer, company: Id, given: readonly StaffRole[]): Promise<void> {
  const places = given.flatMap(({ site_id: site }) => (site === null ? [] : [site]));
  const known = await lockExisting(
    tx,
    'roles',
    company,
    given.map(({ role_id: id }) => id),
  );
  const open = await lockExisting(tx, 'sites', company, places);
  const unknown = given.flatMap(({ role_id: role, site_id: site }, at) => [
    ...(known.has(role) ? [] : unknownRecord(`roles[${at}].role_id`, role).wrong),
    ...(site === null || open.has(site) ? [] : unknownRecord(`roles[${at}].site_id`, site).wrong),
  ]);
  if (unknown.length > 0) throw new UnknownRecords(unknown);
}

const staffKind: RecordKind<StaffMember> = {
  table: staffMembers,
  ids: 'staff',
  audited: 'staff',
  path: 'staff',
  param: 'staff_id',
  accepted: input.STAFF_MEMBERS,
  async complete(tx, member, before, call) {
    const { pin_hash: pin } = member;
    if (pin === (before?.pin_hash ?? null)) return member;
    const pin_hash = pin === null ? null : pinHash(call.keyring, member, pin);
    const isNew = pin === null || before === undefined || matchPin(call.keyring, before, pin) === 'wrong';
    // A new PIN ends the sessions of the old one and forgets its failed attempts.
    if (before !== undefined && isNew) {
      await savePinFailures(tx, call.company, member.id, 0n, 0n);
      await endSessions(tx, call, member.id);
    }
    return { ...member, pin_hash };
  },
  async check(tx, member, before) {
    if (member.roles !== before?.roles) await requireRoles(tx, member.company_id, member.roles);
  },
  view: (_tx, records) => Promise.resolve(records.map(view.staffView)),
  acts({ pin_hash: pin }, before) {
    if (pin === (before?.pin_hash ?? null)) return [];
    return [{ action: pin === null ? 'staff.pin_removed' : 'staff.pin_set' }];
  },
  topics: { created: 'staff/created', updated: 'staff/updated', deleted: 'staff/deleted' },
  usedBy: (tx, member, call) => firstUse(tx, call.usesOf('staff', member)),
};

/** /staff */
export const staffHandlers = recordHandlers(staffKind);

/** GET /staff/me: the staff member whose token it is; 404 for an add-on's own token. */
export const getOwnStaff: ReadHandler = async (tx, call) => {
  const { staffMember } = call;
  const member = staffMember && (await staffMembers.get(tx, call.company, staffMember.id));
  if (member === undefined) throw notFound();
  return ok(view.staffView(member));
};

const taxKind: RecordKind<Tax> = {
  table: taxes,
  ids: 'tax',
  audited: 'tax',
  path: 'taxes',
  param: 'tax_id',
  accepted: input.TAXES,
  check(_tx, { effective_from: from, effective_until: until }) {
    if (from !== null && until !== null && until < from)
      throw invalid('effective_until', sentence('must not be before effective_from ({from}).', { from }));
    return Promise.resolve();
  },
  view: (_tx, records) => Promise.resolve(records.map(view.taxView)),
  usedBy: (tx, tax, call) => firstUse(tx, call.usesOf('taxes', tax)),
  topics: { created: 'taxes/created', updated: 'taxes/updated', deleted: 'taxes/deleted' },
};

/** /taxes */
export const taxHandlers = recordHandlers(taxKind);

const taxGroupKind: RecordKind<TaxGroup> = {
  table: taxGroups,
  // Groups and taxes share their numbers: both are named where a product names its taxes (reference: products.39).
  ids: 'tax',
  audited: 'tax_group',
  path: 'taxes/groups',
  param: 'tax_group_id',
  accepted: input.TAX_GROUPS,
  async check(tx, group) {
    const wanted = group.tax_ids.map(BigInt);
    const found = await lockExisting(tx, 'taxes', group.company_id, wanted);
    const missing = wanted.find((id) => !found.has(id));
    if (missing !== undefined) throw invalid('taxes', sentence('{id} does not exist.', { id: missing }));
  },
  async view(tx, records, call) {
    const known = await taxesById(tx, call.company);
    const { timezone } = await getCompany(tx, call.company);
    return records.map((group) => view.taxGroupView(group, known, () => dayAt(call.now, timezone)));
  },
  usedBy: () => Promise.resolve(undefined),
};

/** /taxes/groups */
export const taxGroupHandlers = recordHandlers(taxGroupKind);

/** Lets one change of who lies below whom run at a time: two at once could make a circle, or lose a parent. */
async function lockTree(tx: Writer, company: Id): Promise<void> {
  await priceLists.getForUpdate(tx, company, await baseListId(tx, company));
}

const priceListKind: RecordKind<PriceList> = {
  table: priceLists,
  ids: 'price_list',
  audited: 'price_list',
  path: 'price_lists',
  param: 'price_list_id',
  accepted: input.PRICE_LISTS,
  async complete(tx, list, before) {
    // A list without a parent is the base, and there is one: null on another means directly below it.
    const base = list.parent_id === null && before?.parent_id !== null;
    return base ? { ...list, parent_id: await baseListId(tx, list.company_id) } : list;
  },
  async check(tx, list, before) {
    const { company_id: company, id, parent_id: parent } = list;
    if (before?.parent_id === null) {
      const term = (['schedule', 'order_types'] as const).find((name) => list[name] !== null);
      if (term !== undefined) throw invalid(term, sentence('the base price list holds always.'));
      if (parent !== null) throw invalid('parent_id', sentence('the base price list has no parent.'));
      return;
    }
    if (parent === null || parent === before?.parent_id) return;
    await lockTree(tx, company);
    const parents = await listParents(tx, company);
    if (!parents.has(parent)) throw invalid('parent_id', sentence('{id} does not exist.', { id: parent }));
    if (chainOf(parent, parents).includes(id))
      throw invalid('parent_id', sentence('a price list cannot lie below itself.'));
    if (depthBelow(id, parent, parents) > MAX_LIST_DEPTH) {
      throw invalid(
        'parent_id',
        sentence('price lists can lie at most {max} deep.', { max: MAX_LIST_DEPTH }),
      );
    }
  },
  view: (_tx, records) => Promise.resolve(records.map((list) => view.priceListView(list))),
  async usedBy(tx, list, call) {
    if (list.parent_id === null) return sentence('the company, as its base price list');
    await lockTree(tx, list.company_id);
    return firstUse(tx, call.usesOf('price_lists', list));
  },
  topics: { updated: 'price_lists/updated' },
  onDelete: removePrices,
};

/** /price_lists */
export const priceListHandlers = recordHandlers(priceListKind);

/** GET /price_lists/base */
export const getBasePriceList: ReadHandler = async (tx, call) => {
  const list = await priceLists.get(tx, call.company, await baseListId(tx, call.company));
  if (list === undefined) throw notFound();
  const [shown] = await priceListKind.view(tx, [list], call);
  return ok(shown);
};

/** 400 for a method that no add-on answers for, 403 when another add-on says that it does (reference: requests.1). */
function requireProvider(
  { kind, addon_id: addon }: PaymentMethod,
  before: PaymentMethod | undefined,
  call: Call,
): void {
  if (kind !== 'addon')
    throw invalid('takes_requests', sentence('is for methods of kind addon: nobody would answer.'));
  if (before?.takes_requests !== true && addon !== call.addon && call.person === undefined)
    throw new ApiError(
      'access_denied',
      sentence('Only the add-on of a payment method says that it takes requests.'),
    );
}

const paymentMethodKind: RecordKind<PaymentMethod> = {
  table: paymentMethods,
  ids: 'payment_method',
  audited: 'payment_method',
  path: 'payment_methods',
  param: 'payment_method_id',
  accepted: input.PAYMENT_METHODS,
  async complete(_tx, method, before, call) {
    // A method of kind addon belongs to the add-on that makes it.
    const owned =
      method.kind === 'addon' && before?.kind !== 'addon' ? { ...method, addon_id: call.addon } : method;
    if (method.takes_requests) requireProvider(owned, before, call);
    return method.kind === 'addon' ? owned : { ...method, addon_id: null };
  },
  view: (_tx, records) => Promise.resolve(records.map(view.paymentMethodView)),
  topics: {
    created: 'payment_methods/created',
    updated: 'payment_methods/updated',
    deleted: 'payment_methods/deleted',
  },
  usedBy: (_tx, method) => Promise.resolve(method.used ? sentence('payments') : undefined),
};

/** /payment_methods */
export const paymentMethodHandlers = recordHandlers(paymentMethodKind);
