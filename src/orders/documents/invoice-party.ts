import type { Address } from '../../company/shape.ts';

/** One who sells or buys. What is null is not said. */
export interface Party {
  /** The name in law; empty of a buyer whom nobody knows. */
  readonly name: string;
  /** Its trading name, where that is another one. */
  readonly tradingName: string | null;
  /** Its identifier where it has no official one. */
  readonly id: string | null;
  /** The number it is registered by. */
  readonly registration: string | null;
  /** Begins with the code of a country. */
  readonly vatNumber: string | null;
  /** The number it pays taxes by, where that is no VAT number. */
  readonly taxNumber: string | null;
  readonly address: Omit<Address, 'country'>;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly contact: {
    readonly name: string | null;
    readonly phone: string | null;
    readonly email: string | null;
  };
}

/** True of a seller that pays taxes by a number. */
export function hasTaxNumber({ vatNumber: vat, taxNumber }: Party): boolean {
  return vat !== null || taxNumber !== null;
}
