// The screens of the back office. A screen is a file with a default export and a line here; it is loaded when it
// is opened for the first time.

import { ChartColumn, type LucideIcon, MapPinCheck, ReceiptText, Sunrise, UserRound } from 'lucide-react';
import type { ComponentType } from 'react';

/** One screen. */
export interface Screen {
  /** Below the back office; `:name` is a parameter. The first path that fits counts. */
  readonly path: string;
  /** Where it stands in the menu; without it the screen is reached from another one. */
  readonly menu?: { readonly group: string; readonly label: string; readonly icon: LucideIcon };
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    menu: { group: 'Work', label: 'Today', icon: Sunrise },
    load: () => import('./today/today.tsx'),
  },
  {
    path: '/orders',
    menu: { group: 'Work', label: 'Orders', icon: ReceiptText },
    load: () => import('./orders/list.tsx'),
  },
  { path: '/orders/:id', load: () => import('./orders/order.tsx') },
  {
    path: '/customers',
    menu: { group: 'Work', label: 'Customers', icon: UserRound },
    load: () => import('./customers/list.tsx'),
  },
  { path: '/customers/:id', load: () => import('./customers/customer.tsx') },
  {
    path: '/checkins',
    menu: { group: 'Work', label: 'Check-ins', icon: MapPinCheck },
    load: () => import('./checkins/checkins.tsx'),
  },
  {
    path: '/reports',
    menu: { group: 'Work', label: 'Reports', icon: ChartColumn },
    load: () => import('./reports/reports.tsx'),
  },
];
