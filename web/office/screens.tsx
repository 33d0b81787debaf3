// The screens of the back office. A screen is a file with a default export and a line here; it is loaded when it
// is opened for the first time.

import {
  Armchair,
  BadgePercent,
  Building2,
  ChartColumn,
  Code,
  CookingPot,
  CreditCard,
  IdCard,
  Import,
  LayoutList,
  ListChecks,
  type LucideIcon,
  Mail,
  MapPinCheck,
  MonitorSmartphone,
  Package,
  Percent,
  Puzzle,
  ReceiptText,
  Sunrise,
  Tags,
  UserRound,
  UsersRound,
  Wallet,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { Later } from '../shared/ui/later.tsx';
import { type Message, message } from '../shared/words.ts';

/** A screen as it is declared. */
interface Declared {
  /** Below the back office; `:name` is a parameter. The first path that fits counts. */
  readonly path: string;
  /** Where it stands in the menu; without it the screen is reached from another one. */
  readonly menu?: { readonly group: Message; readonly label: Message; readonly icon: LucideIcon };
  /** For those who run the company: owners and managers. */
  readonly managed?: boolean;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** One screen. */
export interface Screen extends Omit<Declared, 'load'> {
  /** Shown at once where it has been loaded: React shows what it waited for 0.3 s late. */
  readonly page: Later<object>;
}

const SALES = message('Sales');
const CATALOGUE = message('Catalogue');
const SETTINGS = message('Settings');
const ADMINISTRATION = message('Administration');

const DECLARED: readonly Declared[] = [
  {
    path: '/',
    menu: { group: SALES, label: message('Today'), icon: Sunrise },
    load: () => import('./today/today.tsx'),
  },
  {
    path: '/orders',
    menu: { group: SALES, label: message('Orders'), icon: ReceiptText },
    load: () => import('./orders/list.tsx'),
  },
  { path: '/orders/:id', load: () => import('./orders/order.tsx') },
  {
    path: '/customers',
    menu: { group: SALES, label: message('Customers'), icon: UserRound },
    load: () => import('./customers/list.tsx'),
  },
  { path: '/customers/:id', load: () => import('./customers/customer.tsx') },
  {
    path: '/checkins',
    menu: { group: SALES, label: message('Check-ins'), icon: MapPinCheck },
    load: () => import('./checkins/checkins.tsx'),
  },
  {
    path: '/cashups',
    menu: { group: SALES, label: message('Cash-ups'), icon: Wallet },
    managed: true,
    load: () => import('./cashups/list.tsx'),
  },
  { path: '/cashups/:id', managed: true, load: () => import('./cashups/cashup.tsx') },
  {
    path: '/mails',
    menu: { group: SALES, label: message('E-mail'), icon: Mail },
    load: () => import('./mails/list.tsx'),
  },
  {
    path: '/reports',
    menu: { group: SALES, label: message('Reports'), icon: ChartColumn },
    load: () => import('./reports/reports.tsx'),
  },
  {
    path: '/products',
    menu: { group: CATALOGUE, label: message('Products'), icon: Package },
    load: () => import('./products/list.tsx'),
  },
  { path: '/products/new', load: () => import('./products/new.tsx') },
  { path: '/products/import', load: () => import('./products/import.tsx') },
  { path: '/products/:id', load: () => import('./products/product.tsx') },
  {
    path: '/categories',
    menu: { group: CATALOGUE, label: message('Categories'), icon: LayoutList },
    load: () => import('./categories/list.tsx'),
  },
  { path: '/categories/:id', load: () => import('./categories/category.tsx') },
  {
    path: '/optionsets',
    menu: { group: CATALOGUE, label: message('Option sets'), icon: ListChecks },
    load: () => import('./optionsets/list.tsx'),
  },
  { path: '/optionsets/:id', load: () => import('./optionsets/set.tsx') },
  {
    path: '/price-lists',
    menu: { group: CATALOGUE, label: message('Price lists'), icon: Tags },
    load: () => import('./pricelists/list.tsx'),
  },
  { path: '/price-lists/:id', load: () => import('./pricelists/prices.tsx') },
  {
    path: '/company',
    menu: { group: SETTINGS, label: message('Company'), icon: Building2 },
    managed: true,
    load: () => import('./places/about.tsx'),
  },
  {
    path: '/places',
    menu: { group: SETTINGS, label: message('Sites and registers'), icon: MonitorSmartphone },
    managed: true,
    load: () => import('./places/places.tsx'),
  },
  {
    path: '/kitchens',
    menu: { group: SETTINGS, label: message('Kitchens'), icon: CookingPot },
    managed: true,
    load: () => import('./kitchens.tsx'),
  },
  {
    path: '/floors',
    menu: { group: SETTINGS, label: message('Floors and tables'), icon: Armchair },
    managed: true,
    load: () => import('./floors/floors.tsx'),
  },
  { path: '/places/sites/:id', managed: true, load: () => import('./places/site.tsx') },
  { path: '/places/registers/:id', managed: true, load: () => import('./places/register.tsx') },
  {
    path: '/staff',
    menu: { group: SETTINGS, label: message('Staff'), icon: IdCard },
    managed: true,
    load: () => import('./staff/staff.tsx'),
  },
  {
    path: '/taxes',
    menu: { group: SETTINGS, label: message('Taxes'), icon: Percent },
    managed: true,
    load: () => import('./money/taxes.tsx'),
  },
  {
    path: '/payment-methods',
    menu: { group: SETTINGS, label: message('Payment methods'), icon: CreditCard },
    managed: true,
    load: () => import('./money/methods.tsx'),
  },
  {
    path: '/discounts',
    menu: { group: SETTINGS, label: message('Discounts'), icon: BadgePercent },
    managed: true,
    load: () => import('./money/discounts.tsx'),
  },
  {
    path: '/moving-in',
    menu: { group: SETTINGS, label: message('Moving in'), icon: Import },
    managed: true,
    load: () => import('./moving/moving.tsx'),
  },
  {
    path: '/people',
    menu: { group: ADMINISTRATION, label: message('People'), icon: UsersRound },
    managed: true,
    load: () => import('./people/people.tsx'),
  },
  { path: '/your-account', load: () => import('./account/account.tsx') },
  { path: '/people/audit', managed: true, load: () => import('./people/audit.tsx') },
  {
    path: '/addons',
    menu: { group: ADMINISTRATION, label: message('Add-ons'), icon: Puzzle },
    managed: true,
    load: () => import('./addons/connected.tsx'),
  },
  {
    path: '/developer',
    menu: { group: ADMINISTRATION, label: message('Developer'), icon: Code },
    managed: true,
    load: () => import('./developer/own.tsx'),
  },
  { path: '/developer/addons/:id', managed: true, load: () => import('./developer/addon.tsx') },
  {
    path: '/developer/addons/:id/webhooks/:hook',
    managed: true,
    load: () => import('./developer/webhook.tsx'),
  },
  { path: '/developer/events', managed: true, load: () => import('./developer/events.tsx') },
  { path: '/developer/requests', managed: true, load: () => import('./developer/requests.tsx') },
  { path: '/developer/usage', managed: true, load: () => import('./developer/usage.tsx') },
  {
    path: '/developer/authorization',
    managed: true,
    load: () => import('./developer/authorization.tsx'),
  },
  { path: '/developer/api', managed: true, load: () => import('./developer/explorer.tsx') },
];

export const SCREENS: readonly Screen[] = DECLARED.map(({ load, ...screen }) => ({
  ...screen,
  page: new Later(async () => (await load()).default),
}));

/** The screen at a path below the back office. */
export function screenAt(path: string): Screen | undefined {
  const here = path.split('/');
  return SCREENS.find((screen) => {
    const parts = screen.path.split('/');
    return (
      parts.length === here.length && parts.every((part, at) => part.startsWith(':') || part === here[at])
    );
  });
}
