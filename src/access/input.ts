import { id, name, z } from '../edge/input.ts';

/** POST /session/token */
export const tokenInput = z.object({ company_id: id });

/** POST /session/device */
export const deviceInput = z.object({ company_id: id, register_id: id, name: name(100) });
