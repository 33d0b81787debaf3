import type { Migration } from './migration.ts';
import { spine } from './migrations/001-spine.ts';
import { catalogue } from './migrations/002-catalogue.ts';
import { webhooks } from './migrations/003-webhooks.ts';
import { checkins } from './migrations/004-checkins.ts';
import { people } from './migrations/005-people.ts';
import { nameSearch } from './migrations/006-name-search.ts';
import { operators } from './migrations/007-operators.ts';
import { following } from './migrations/008-following.ts';
import { printing } from './migrations/009-printing.ts';
import { access } from './migrations/010-access.ts';
import { reports } from './migrations/011-reports.ts';
import { signIns } from './migrations/012-sign-ins.ts';
import { keys } from './migrations/013-keys.ts';
import { recordHeads } from './migrations/014-record-heads.ts';
import { deliveryStalls } from './migrations/015-delivery-stalls.ts';
import { deviceKeys } from './migrations/016-device-keys.ts';
import { secretMakers } from './migrations/017-secret-makers.ts';
import { languageOfSites } from './migrations/018-language-of-sites.ts';
import { languageOfUsers } from './migrations/019-language-of-users.ts';
import { addressesAndContacts } from './migrations/020-addresses-and-contacts.ts';
import { previousValues } from './migrations/021-previous-values.ts';
import { finding } from './migrations/022-finding.ts';
import { sandboxes } from './migrations/023-sandboxes.ts';
import { receiptTexts } from './migrations/024-receipt-texts.ts';
import { untoldChanges } from './migrations/025-untold-changes.ts';
import { howMoneyIsCounted } from './migrations/026-how-money-is-counted.ts';
import { books } from './migrations/027-books.ts';
import { invoiceNumbers } from './migrations/028-invoice-numbers.ts';
import { datesAndPrices } from './migrations/029-dates-and-prices.ts';
import { orderHistory } from './migrations/030-order-history.ts';
import { rareRows } from './migrations/031-rare-rows.ts';
import { listedProducts } from './migrations/032-listed-products.ts';
import { unsettledPayments } from './migrations/033-unsettled-payments.ts';
import { shifts } from './migrations/034-shifts.ts';
import { orderNumbers } from './migrations/035-order-numbers.ts';
import { rights } from './migrations/036-rights.ts';
import { stockMovements } from './migrations/037-stock-movements.ts';
import { tables } from './migrations/039-tables.ts';
import { mails } from './migrations/040-mails.ts';
import { paymentRequests } from './migrations/041-payment-requests.ts';
import { audit } from './migrations/042-audit.ts';
import { ordersAtTables } from './migrations/043-orders-at-tables.ts';
import { discounts } from './migrations/044-discounts.ts';
import { movingIn } from './migrations/045-moving-in.ts';
import { accounts } from './migrations/046-accounts.ts';
import { unknownRequests } from './migrations/047-unknown-requests.ts';
import { roles } from './migrations/048-roles.ts';
import { secondFactor } from './migrations/049-second-factor.ts';
import { salesByDiscount } from './migrations/050-sales-by-discount.ts';
import { noSaleidIndex } from './migrations/051-no-saleid-index.ts';
import { saidOfRequests } from './migrations/052-said-of-requests.ts';
import { secretsByCompany } from './migrations/053-secrets-by-company.ts';
import { numbersOfDays } from './migrations/054-numbers-of-days.ts';
import { retention } from './migrations/055-retention.ts';
import { limits } from './migrations/056-limits.ts';
import { processes } from './migrations/057-processes.ts';
import { orderTexts } from './migrations/058-order-texts.ts';
import { noTopicFaults } from './migrations/059-no-topic-faults.ts';
import { screenFiles } from './migrations/060-screen-files.ts';
import { moneyGivenBack } from './migrations/061-money-given-back.ts';
import { endedSessions } from './migrations/062-ended-sessions.ts';
import { companyWide } from './migrations/063-company-wide.ts';
import { ID_KINDS, type Reader, type Storage, StorageUnavailable, type Writer } from './port.ts';
import { raw, sql } from './sql.ts';

/** Most differences that a sentence names. */
const MAX_NAMED = 5;

/** Any number that is not used for another lock in the database. */
const ADVISORY_LOCK = 727_253;

/** Every migration, in order. */
export const MIGRATIONS: readonly Migration[] = [
  spine,
  catalogue,
  webhooks,
  checkins,
  people,
  nameSearch,
  operators,
  following,
  printing,
  access,
  reports,
  signIns,
  keys,
  recordHeads,
  deliveryStalls,
  deviceKeys,
  secretMakers,
  languageOfSites,
  languageOfUsers,
  addressesAndContacts,
  previousValues,
  finding,
  sandboxes,
  receiptTexts,
  untoldChanges,
  howMoneyIsCounted,
  books,
  invoiceNumbers,
  datesAndPrices,
  orderHistory,
  rareRows,
  listedProducts,
  unsettledPayments,
  shifts,
  orderNumbers,
  rights,
  stockMovements,
  tables,
  mails,
  paymentRequests,
  audit,
  ordersAtTables,
  discounts,
  movingIn,
  accounts,
  unknownRequests,
  roles,
  secondFactor,
  salesByDiscount,
  noSaleidIndex,
  saidOfRequests,
  secretsByCompany,
  numbersOfDays,
  retention,
  limits,
  processes,
  orderTexts,
  noTopicFaults,
  screenFiles,
  moneyGivenBack,
  endedSessions,
  companyWide,
];

/**
 * Text in PostgreSQL as SQLite has it: compared and sorted by its bytes, in every language setting of the database,
 * so that lists are the same on both, and no newer language data can break an index.
 */
export function forEngine(engine: Storage['engine'], statement: string): string {
  const makesColumns = /^\s*(create|alter) table /i.test(statement);
  return engine === 'postgres' && makesColumns
    ? statement.replaceAll(/\btext\b/g, 'text collate "C"')
    : statement;
}

/** Most steps that are read. */
const MAX_STEPS = 10_000;

/** The numbers of the steps that a database went through, rising. */
export async function readSteps(tx: Reader): Promise<number[]> {
  const rows = await tx.all<{ number: bigint }>(
    sql`select number from migrations order by number limit ${MAX_STEPS}`,
  );
  return rows.map(({ number }) => Number(number));
}

/** The faults of the list of applied migrations: some before its last are missing, or unknown. */
export function stepFaults(done: readonly number[]): string[] {
  const version = done.at(-1) ?? 0;
  const missing = MIGRATIONS.filter(({ number }) => number < version && !done.includes(number));
  const unknown = done.filter((number) => !MIGRATIONS.some((migration) => migration.number === number));
  return [
    ...missing.map(
      ({ number, name }) => `the migration ${number} (${name}) has no row in the table migrations`,
    ),
    ...unknown.map((number) => `the table migrations has a row ${number}, which no migration has`),
  ];
}

/** Some differences between the tables and what this Passbell expects, as one sentence. */
export function explainFaults(faults: readonly string[]): string {
  const more = faults.length > MAX_NAMED ? `; and ${faults.length - MAX_NAMED} more` : '';
  const named = faults.slice(0, MAX_NAMED).join('; ');
  return `The tables are not as this Passbell makes them: ${named}${more}. Put that back as it was, or restore a back-up.`;
}

/** Takes one step. */
async function take(
  tx: Writer,
  engine: Storage['engine'],
  { number, name, statements, fill }: Migration,
): Promise<void> {
  try {
    for (const statement of statements(engine)) await tx.run(raw(forEngine(engine, statement)));
    await fill?.(tx);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof StorageUnavailable) throw error;
    const says = `The migration ${number} (${name}) failed, and nothing was changed: ${error.message}.`;
    const todo =
      'If it was done before, its row in the table migrations is missing: put it back, or restore a back-up.';
    throw new Error(`${says} ${todo}`, { cause: error });
  }
  await tx.run(sql`insert into migrations (number, name) values (${number}, ${name})`);
}

/** Brings the tables up to date, once, however many processes start together; or as far as some steps take them. */
export async function migrate(storage: Storage, steps = MIGRATIONS): Promise<void> {
  const { engine } = storage;
  await storage.write(async (tx) => {
    // Creating a table is itself a race on PostgreSQL; on SQLite one write runs at a time.
    if (engine === 'postgres') await tx.get(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
    await tx.run(sql`create table if not exists migrations (number bigint primary key, name text not null)`);
    const done = await readSteps(tx);
    const version = done.at(-1) ?? 0;
    const known = steps.at(-1)?.number ?? 0;
    if (version > known) {
      throw new Error(
        `The database is at version ${version}, which a newer Passbell brought it to, but this one knows only ${known}: start ` +
          'the newer Passbell again, or go back by restoring a back-up that was made before the upgrade.',
      );
    }
    const faults = stepFaults(done);
    if (faults.length > 0) throw new Error(explainFaults(faults));
    for (const migration of steps) {
      if (migration.number > version) await take(tx, engine, migration);
    }
    // A kind of id that is new needs no migration; SQLite's counters begin at their first use.
    if (engine === 'sqlite') return;
    for (const kind of ID_KINDS) await tx.run(raw(`create sequence if not exists id_${kind}`));
  });
}
