import { accepted } from '../edge/records.ts';
import { type OrPart, PartChange } from '../kernel/given.ts';
import type { Id } from '../kernel/id.ts';
import { bodies } from '../shape/bodies.ts';
import type { z } from '../shape/reads.ts';
import { APPROVE } from './approval-shape.ts';
import { COMPANY, PAYMENT_METHOD, PRICE_LIST, REGISTER, SITE, TAX, TAX_GROUP } from './shape.ts';
import { ROLE, SIGN_IN, STAFF } from './staff-shape.ts';

// From the bodies of the company's records to stored fields, where these are not the same.

/** The numbers of a location that were sent. */
interface SentLocation {
  readonly latitude?: bigint | undefined;
  readonly longitude?: bigint | undefined;
}

/** The two numbers of a location are two columns; a price list is named in one of two ways. */
function flattenSite<
  T extends {
    location?: OrPart<{ readonly latitude: bigint; readonly longitude: bigint }> | null | undefined;
    price_list?: Id | undefined;
    price_list_id?: Id | undefined;
  },
>(input: T) {
  const { location, price_list: list, ...rest } = input;
  const named =
    list === undefined || rest.price_list_id !== undefined ? rest : { ...rest, price_list_id: list };
  if (location === undefined) return named;
  if (location === null) return { ...named, latitude: null, longitude: null };
  const { latitude, longitude }: SentLocation = location instanceof PartChange ? location.sent : location;
  return { ...named, latitude, longitude };
}

/** A PIN lies in the place of its hash until it is hashed, where the id of the staff member is known. */
function withPin<T extends { pin?: string | null | undefined }>({ pin: pin_hash, ...fields }: T) {
  return { ...fields, pin_hash };
}

/** The members are stored as text, so that ids of any size stay exact in JSON. */
function storeMembers<T extends { taxes?: bigint[] | undefined }>(input: T) {
  const { taxes, ...rest } = input;
  return taxes === undefined ? rest : { ...rest, tax_ids: [...new Set(taxes.map(String))] };
}

export const SITES = accepted(SITE, flattenSite);
export const REGISTERS = accepted(REGISTER);
export const STAFF_MEMBERS = accepted(STAFF, withPin);
export const ROLES = accepted(ROLE);
export const TAXES = accepted(TAX);
export const TAX_GROUPS = accepted(TAX_GROUP, storeMembers);
export const PRICE_LISTS = accepted(PRICE_LIST);
export const PAYMENT_METHODS = accepted(PAYMENT_METHOD);

/** PUT /companies/<c> */
export const companyUpdate = bodies(COMPANY).update;

/** POST /registers/<r>/sessions */
export const signIn = bodies(SIGN_IN).create;

/** POST /registers/<r>/approvals */
export const approvalInput = bodies(APPROVE).create;
export type ApprovalInput = z.output<typeof approvalInput>;
