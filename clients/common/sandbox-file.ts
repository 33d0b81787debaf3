import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** The target of a replay: a service, a company, and a place in it. */
export interface ReplayTarget {
  readonly baseUrl: string;
  /** The certificate authority to trust; unset when the service has a certificate everybody trusts. */
  readonly caFile?: string;
  readonly token: string;
  /** The add-on's signing secret; unset in a file of an early version. */
  readonly signingSecret?: string;
  readonly companyId: string;
  readonly siteId: string;
  readonly registerId?: string;
  readonly paymentMethodId: string;
}

const named = z.object({ id: z.string(), name: z.string() });

/** The fields that are read of the file (reference: operations.10); others are ignored. */
const schema = z.object({
  base_url: z.url({ protocol: /^https?$/ }),
  ca_certificate_file: z.string().min(1).nullish(),
  company_id: z.string(),
  sites: z.array(z.object({ id: z.string(), registers: z.array(named) })).min(1),
  payment_methods: z.array(named).min(1),
  addon: z.object({ access_token: z.string().min(1), signing_secret: z.string().min(1).optional() }),
});

/**
 * Reads DATA_DIR/sandbox.json: the first site, its first register, and the payment method called Cash (else
 * the first).
 */
export async function readSandboxFile(dataDir: string): Promise<ReplayTarget> {
  const file = join(dataDir, 'sandbox.json');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(
      code === 'ENOENT'
        ? `There is no ${file}. It is written when Passbell starts for the first time with an empty database.`
        : `${file} cannot be read (${code}).`,
    );
  });
  let value: unknown;
  try {
    // Ids may be larger than what a double holds: each is kept as its digits.
    value = JSON.parse(text, (key: string, item: unknown, context?: { source?: string }) =>
      typeof item === 'number' && (key === 'id' || key === 'company_id') ? context?.source : item,
    );
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const result = schema.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new Error(`${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not as expected'}.`);
  }
  const { base_url, ca_certificate_file, company_id, sites, payment_methods, addon } = result.data;
  const site = sites[0];
  const method = payment_methods.find((each) => each.name === 'Cash') ?? payment_methods[0];
  if (site === undefined || method === undefined)
    throw new Error(`${file} has no site or no payment method.`);
  const register = site.registers[0];
  return {
    baseUrl: base_url,
    ...(ca_certificate_file == null ? {} : { caFile: resolve(dataDir, ca_certificate_file) }),
    token: addon.access_token,
    ...(addon.signing_secret === undefined ? {} : { signingSecret: addon.signing_secret }),
    companyId: company_id,
    siteId: site.id,
    ...(register === undefined ? {} : { registerId: register.id }),
    paymentMethodId: method.id,
  };
}
