/** Most lines and payments one order may have. */
export const MAX_LINES = 1000;
export const MAX_PAYMENTS = 200;
