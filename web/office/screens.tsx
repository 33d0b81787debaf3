// The screens of the back office. A screen is a file with a default export and a line here; it is loaded when it
// is opened for the first time.

import { LayoutList, ListChecks, type LucideIcon, Package, ReceiptText, Sunrise, Tags } from 'lucide-react';
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
    path: '/products',
    menu: { group: 'Catalogue', label: 'Products', icon: Package },
    load: () => import('./products/list.tsx'),
  },
  { path: '/products/new', load: () => import('./products/new.tsx') },
  { path: '/products/import', load: () => import('./products/import.tsx') },
  { path: '/products/:id', load: () => import('./products/product.tsx') },
  {
    path: '/categories',
    menu: { group: 'Catalogue', label: 'Categories', icon: LayoutList },
    load: () => import('./categories/list.tsx'),
  },
  { path: '/categories/:id', load: () => import('./categories/category.tsx') },
  {
    path: '/optionsets',
    menu: { group: 'Catalogue', label: 'Option sets', icon: ListChecks },
    load: () => import('./optionsets/list.tsx'),
  },
  { path: '/optionsets/:id', load: () => import('./optionsets/set.tsx') },
  {
    path: '/price-lists',
    menu: { group: 'Catalogue', label: 'Price lists', icon: Tags },
    load: () => import('./pricelists/list.tsx'),
  },
  { path: '/price-lists/:id', load: () => import('./pricelists/prices.tsx') },
];
