import type { Receipt, TicketDocument, TicketLine, TicketOption } from '#src/printing/shape.ts';

// Documents as a register gets them.

export const option = (set: string, name: string, more: Partial<TicketOption> = {}): TicketOption => ({
  set,
  name,
  instructions: null,
  options: [],
  ...more,
});

let count = 0;
export const line = (name: string, more: Partial<TicketLine> = {}): TicketLine => ({
  line_id: String(++count),
  action: 'new',
  quantity: '1',
  name,
  product_id: '1',
  category_ids: [],
  course: null,
  notes: null,
  modifiers: [],
  options: [],
  ...more,
});

export const ticket = (more: Partial<TicketDocument> = {}): TicketDocument => ({
  kind: 'ticket',
  order_id: '9007199254740993',
  saleid: '7K3M9P2A',
  number: 1,
  site_name: 'Harbour Street',
  language: null,
  timezone: 'Australia/Sydney',
  addon_name: 'Quick Eats',
  staff_name: 'Sam',
  customer_name: 'Ada Lovelace',
  order_type: 'Dine in',
  group_id: '12',
  sale_number: '88',
  guests: 4,
  notes: 'Allergic to peanuts\nBirthday',
  placed_at: '2026-11-21T07:05:00.000Z',
  fulfil_at: '2026-11-21T07:30:00.000Z',
  at: '2026-11-21T07:05:01.000Z',
  lines: [line('Margherita', { quantity: '2' })],
  ...more,
});

export const receipt = (more: Partial<Receipt> = {}): Receipt => ({
  kind: 'receipt',
  order_id: '9007199254740993',
  saleid: '7K3M9P2A',
  company_name: 'Trattoria Sirena',
  business_number: 'ABN 51 824 753 556',
  site_name: 'Harbour Street',
  address: ['12 Harbour Street', 'Sydney NSW 2000'],
  phone: '+61 2 5550 1234',
  header: null,
  footer: null,
  language: null,
  timezone: 'Australia/Sydney',
  currency: 'AUD',
  title: 'Tax invoice',
  status: 'COMPLETE',
  is_refund: false,
  refund_of: null,
  order_type: 'Dine in',
  group_id: '12',
  sale_number: '88',
  staff_name: 'Sam',
  customer_name: null,
  placed_at: '2026-11-21T07:05:00.000Z',
  at: '2026-11-21T08:20:00.000Z',
  lines: [
    { level: 0, quantity: '2', name: 'Margherita', details: ['+ Olives'], total: '36.00' },
    { level: 1, quantity: '2', name: 'Thin crust', details: [], total: '2.00' },
    { level: 0, quantity: '1', name: 'Flat white', details: [], total: '4.50' },
  ],
  notes: [],
  total: 'AUD 42.50',
  taxes: [{ label: 'GST 10%', amount: '3.86' }],
  payments: [{ label: 'Visa', amount: '44.63' }],
  extras: [{ label: 'Surcharge', amount: '2.13' }],
  due: '',
  ...more,
});
