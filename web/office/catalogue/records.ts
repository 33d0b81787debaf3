// The records of the catalogue as the screens read them.

import type { Product } from '#clients/typescript/index.ts';

/** A template shows lists of values, a variant one value each. */
export type AttributeView = Product['variant_attributes'];
/** A variant as its template shows it. */
export type VariantHead = Product['variants'][number];
/** A product at one site. */
export type AtSite = Product['sites'][number];
export type SetHead = Product['option_sets'][number];
