/** The codes of the permissions that bind a signed-in staff member (reference: staff.15). */
export const RIGHTS = [
  'FinishSale',
  'MakeDiscount',
  'ApplyComp',
  'ChangePrice',
  'OverrideTax',
  'Void',
  'DeleteHeldOrder',
  'ModifySales',
  'Refund',
  'RefundWithoutReceipt',
  'CashIn',
  'CashOut',
  'OpenCashDrawer',
  'XReport',
  'ZReport',
] as const;
export type Right = (typeof RIGHTS)[number];

/** True for the code of a permission that binds. */
export function isRight(code: string): code is Right {
  return (RIGHTS as readonly string[]).includes(code);
}

/** The permissions of a new staff member: to sell. */
export const FIRST_PERMISSIONS = [{ code: 'FinishSale', name: 'Finish sales', domain: 'Sales' }] as const;
