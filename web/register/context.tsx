// The context that all screens of the register share.
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Passbell } from '#clients/typescript/index.ts';
import type { Order } from '#src/orders/types.ts';
import type { Device } from '../shared/device.ts';
import type { Core, RegisterState } from './core.ts';
import type { LocalOrder } from './locals.ts';
import type { StaffSession } from './staff-session.ts';

/** The register that this device is. */
export interface Place {
  readonly register: string;
  readonly name: string;
  readonly site: string;
  readonly sale_prefix: string;
}

/** An order that lines are being added to, in place of a new one. */
export interface Target {
  /** Its id, or the register's own name for it. */
  readonly order: string;
  readonly label: string;
  /** The order's own discount, which its new lines have too. */
  readonly coefficient: bigint | null;
  /** Its type: prices may go by it. */
  readonly order_type: Order['order_type'];
  /** Why it is charged no tax; its new lines are not either. */
  readonly tax_exempt: Order['tax_exempt'];
  /** The order's total so far, and the most it may come to. */
  readonly total: bigint;
  readonly limit: bigint | null;
}

/** The subject of the payment: a basket that is sold at once, an order of this device, or one the service knows. */
export type Paying =
  | { readonly kind: 'basket' }
  | { readonly kind: 'local'; readonly local: LocalOrder }
  /** With the payment request that was asked for already, if one was. */
  | { readonly kind: 'order'; readonly id: string; readonly asked?: string };

export interface RegisterContextValue {
  readonly core: Core;
  /** For reading, as the device. */
  readonly passbell: Passbell;
  readonly device: Device;
  readonly place: Place;
  readonly staffMember: StaffSession;
  /** Locks the register, so that another staff member can sign in. */
  lock(): void;
  readonly target: Target | undefined;
  setTarget(target: Target | undefined): void;
  readonly paying: Paying | undefined;
  pay(paying: Paying | undefined): void;
}

const RegisterContext = createContext<RegisterContextValue | undefined>(undefined);
export const RegisterProvider = RegisterContext.Provider;

export function useRegister(): RegisterContextValue {
  const register = useContext(RegisterContext);
  if (register === undefined) throw new Error('There is no register around this screen.');
  return register;
}

/** The state that the screens show, updated by the core. */
export function useRegisterState(): RegisterState {
  return useCoreState(useRegister().core);
}

/** The same, before a staff member is signed in. */
export function useCoreState(core: Core): RegisterState {
  return useSyncExternalStore(core.subscribe, () => core.state);
}
