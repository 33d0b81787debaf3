/**
 * The version of the API, as a date: X-Service-Version on every answer, and the version of its description. It changes when
 * the API does (reference: versions.1).
 */
export const API_VERSION = '2026-11-23';
