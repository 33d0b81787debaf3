import assert from 'node:assert/strict';
import { RIGHTS, type Right } from '#src/company/rules/rights.ts';
import type { Client, Json, Service } from '#test/harness/service.ts';
import { make } from './helpers.ts';

// Staff who sign in at registers.

/** A staff member with a PIN. */
export interface Member {
  readonly id: string;
  readonly pin: string;
}

/** A signed-in staff member. */
export interface SignedIn {
  /** Acts with the operator's token. */
  readonly client: Client;
  /** What signing in answered. */
  readonly session: Json;
  readonly staff: string;
  readonly register: string;
}

/** A new staff member with a PIN. */
export async function hire(client: Client, pin = '4711', fields: object = {}): Promise<Member> {
  const { id_str } = await make(client, 'staff', { first_name: 'Olga', pin, ...fields });
  return { id: id_str, pin };
}

/** Permissions as the API takes them. */
export const permissionsOf = (rights: readonly Right[]) =>
  rights.map((code) => ({ code, name: code, domain: 'Sales' }));

/** What a staff member has who may do everything, one permission at a time. */
export const EVERY_RIGHT = { permissions: permissionsOf(RIGHTS) };

/** Where a register's sessions are. */
export const sessionsAt = (register: string) => `registers/${register}/sessions`;

/** Signs a staff member in at a register, through an app. */
export async function signIn(
  service: Service,
  app: Client,
  register: string,
  member: Member,
): Promise<SignedIn> {
  const answer = await app.post(sessionsAt(register), { staff_id: member.id, pin: member.pin });
  assert.equal(answer.status, 201, answer.text);
  return {
    client: service.as(`Bearer ${answer.json.access_token}`, app.companyId),
    session: answer.json,
    staff: member.id,
    register,
  };
}

/** A new staff member with every permission, signed in at the sandbox's register through the sandbox's app. */
export async function operatorOf(service: Service): Promise<SignedIn> {
  const { client, card } = service;
  return signIn(
    service,
    client,
    String(card.sites[0].registers[0].id),
    await hire(client, '4711', EVERY_RIGHT),
  );
}
