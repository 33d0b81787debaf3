import type { Right } from '#src/company/rules/rights.ts';
import { type Message, message } from './words.ts';

/** The names of the permissions. */
export const RIGHT_NAMES: Readonly<Record<Right, Message>> = {
  FinishSale: message('Take payments'),
  MakeDiscount: message('Give discounts'),
  ApplyComp: message('Give for free'),
  ChangePrice: message('Change prices'),
  OverrideTax: message('Leave taxes out'),
  Void: message('Void items'),
  DeleteHeldOrder: message('Delete orders'),
  ModifySales: message('Change payments'),
  Refund: message('Refund sales'),
  RefundWithoutReceipt: message('Refund without a receipt'),
  CashIn: message('Put cash in'),
  CashOut: message('Take cash out'),
  OpenCashDrawer: message('Open the drawer'),
  XReport: message('See the X report'),
  ZReport: message('Close the drawer'),
};
