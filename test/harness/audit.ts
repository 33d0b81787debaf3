// What the logs say of who did what.

import { auditEntries } from '#src/outbox/audit.ts';
import { INSTALLATION, type SignInLine, signInLines } from '#src/people/store.ts';
import type { Reader } from '#src/storage/port.ts';

/** The newest lines of a company's audit log, or of the installation's log of sign-ins, newest first. */
export function auditLines(tx: Reader, company: bigint, count: number): Promise<SignInLine[]> {
  return company === INSTALLATION
    ? signInLines(tx, 10n ** 18n, count)
    : auditEntries(tx, company, {}, undefined, count);
}
