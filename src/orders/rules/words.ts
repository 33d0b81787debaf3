// The words that orders are written with.

/** Changes of its orders that an add-on can forbid to staff members (reference: staff.8). */
export const LOCKS = ['NEW_LINES', 'PAYMENTS', 'APP_PAYMENT', 'DELETE', 'ALL'] as const;
export type Lock = (typeof LOCKS)[number];

/** The instructions of an option (reference: orders.24). */
export const INSTRUCTIONS = ['No', 'Extra', 'Only', 'On Side'] as const;
export type Instruction = (typeof INSTRUCTIONS)[number];
