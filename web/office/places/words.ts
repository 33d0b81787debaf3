/** How often it is looked whether registers are there, in ms: being there is no event. */
export const PRESENCE_EVERY_MS = 5_000;
