/** The units of measure, as they are shown (reference: products.38). */
export const UNITS = ['unit', 'g', 'kg', 'oz', 'lb', 'ml', 'l'] as const;
