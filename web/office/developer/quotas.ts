// What a company uses of its quotas, in words (reference: limits.16 to limits.18).

import type { Usage } from '#clients/typescript/index.ts';
import { formatNumber } from '../../shared/format.ts';
import { byLocale, t } from '../../shared/words.ts';

/** Share of a quota from which somebody should know that it ends: the service's log says so as well. */
const NEARLY_ALL = 0.8;

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const byteFormat = byLocale(
  (locale, unit) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      maximumFractionDigits: unit === 'byte' ? 0 : 1,
    }),
);

/** A number of bytes in the largest unit of which there is one: `1.5 MB` of 1,000,000 bytes. */
export function formatBytes(bytes: number): string {
  let [size, at] = [bytes, 0];
  // What would be rounded to a thousand is one of the next.
  for (; size >= 999.95 && at < UNITS.length - 1; at++) size /= 1_000;
  return byteFormat(UNITS[at]).format(size);
}

/** A quota as it is shown. */
export interface Quota {
  readonly kind: 'requests' | 'bytes' | 'rows';
  readonly name: string;
  /** Undefined where it is not counted, as nothing limits it. */
  readonly used: string | undefined;
  readonly limit: string | undefined;
  /** From 0 to 1; undefined without a limit. */
  readonly share: number | undefined;
  readonly state: 'free' | 'near' | 'over';
  /** The consequence when all is used. */
  readonly consequence: string;
}

/** The quotas of a company with what is used of each. */
export function quotasOf({ requests, bytes, rows }: Usage): readonly Quota[] {
  const daily = t('When it is used up, add-ons are refused until midnight UTC.');
  return [
    quota('requests', t('Requests today'), requests, formatNumber, daily),
    quota('bytes', t('Data today'), bytes, formatBytes, daily),
    quota(
      'rows',
      t('Orders, products and customers'),
      rows,
      formatNumber,
      t('When it is used up, add-ons cannot create more of them.'),
    ),
  ];
}

function quota(
  kind: Quota['kind'],
  name: string,
  { used, limit }: { readonly used: number | null; readonly limit: number | null },
  shown: (amount: number) => string,
  consequence: string,
): Quota {
  const share = limit === null || used === null ? undefined : limit === 0 ? 1 : Math.min(1, used / limit);
  return {
    ...{ kind, name, share, consequence },
    used: used === null ? undefined : shown(used),
    limit: limit === null ? undefined : shown(limit),
    state: share === undefined || share < NEARLY_ALL ? 'free' : share < 1 ? 'near' : 'over',
  };
}
