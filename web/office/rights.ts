import { FIRST_PERMISSIONS, type Right } from '#src/company/rules/rights.ts';
import { RIGHT_NAMES } from '../shared/right-names.ts';
import type { Role } from '../shared/session.ts';
import { t, translated } from '../shared/words.ts';
import { useCompany } from './company.tsx';

/** True where a member of the company may do what needs a permission (reference: staff.15). */
export function mayInOffice(role: Role, right: Right): boolean {
  return role !== 'staff' || FIRST_PERMISSIONS.some(({ code }) => code === right);
}

/** The properties of a button that needs a permission: without it the button is disabled, and says why. */
export function useNeeds(): (right: Right) => { readonly disabled?: true; readonly title?: string } {
  const { role } = useCompany();
  return (right) => {
    if (mayInOffice(role, right)) return {};
    const needs = t('This needs the permission “{right}”.', { right: translated(RIGHT_NAMES[right]) });
    return { disabled: true, title: needs };
  };
}
