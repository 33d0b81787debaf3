import type { StaffMember } from '#clients/typescript/index.ts';

/** What a staff member is called. */
export function staffName({ first_name, last_name }: Pick<StaffMember, 'first_name' | 'last_name'>): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}
