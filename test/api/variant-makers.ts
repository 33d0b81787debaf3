// Templates, their variants, and what else tests of variants make.

import type { Json, Service } from '#test/harness/service.ts';
import { changingNothing, make } from './helpers.ts';

/** The attributes of a template. */
export const SIZES = { Size: ['S', 'M', 'L'] };

export const idsOf = (records: Json[]) => records.map((each) => each.id);

export function variantMakers(service: () => Service) {
  const template = (more: Record<string, unknown> = {}) =>
    make(service().client, 'products', { name: 'Shirt', variant_attributes: SIZES, ...more });
  const childBody = (parent: Json, attributes: unknown, more: Record<string, unknown> = {}) => ({
    variant_parent_id: parent.id,
    variant_attributes: attributes,
    unit_price: 5,
    ...more,
  });
  const child = (parent: Json, attributes: unknown, more: Record<string, unknown> = {}) =>
    make(service().client, 'products', childBody(parent, attributes, more));
  const plain = (more: Record<string, unknown> = {}) =>
    make(service().client, 'products', { name: 'Tea', unit_price: 1, ...more });
  const category = (name = 'Tops') => make(service().client, 'categories', { name });
  return { template, childBody, child, plain, category, changesNothing: changingNothing(service) };
}
