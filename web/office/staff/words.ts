import type { Role, StaffMember } from '#clients/typescript/index.ts';
import { isRight } from '#src/company/rules/rights.ts';
import { RIGHT_NAMES } from '../../shared/right-names.ts';
import { t, translated } from '../../shared/words.ts';

/** The name of a staff member. */
export function staffName({ first_name, last_name }: Pick<StaffMember, 'first_name' | 'last_name'>): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}

/** The names of permissions, of those that bind in the language of the screen. */
export function permissionsInWords(permissions: Role['permissions']): string {
  if (permissions.length === 0) return t('None');
  return permissions
    .map(({ name, code }) => (isRight(code) ? translated(RIGHT_NAMES[code]) : name || code))
    .join(', ');
}
