// Asks for what every screen of the back office begins with, beside its script rather than after it: the session, a token
// for the company that was chosen last, and the company. Where it fails, the script asks as if nothing had been.

import { askAhead } from '../shared/ahead.ts';
import { BASE } from '../shared/base.ts';
import { CHOICE } from './choice.ts';
import { sellsInSeveral } from './sites.ts';

interface Site {
  readonly id_str: string;
  readonly currency: string;
}

interface Session {
  readonly companies: readonly { readonly id_str: string }[];
}

const origin = location.origin + BASE;

function own(path: string, body?: object): Promise<unknown> {
  return askAhead(origin + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      'x-passbell-screen': '1',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    credentials: 'same-origin',
    cache: 'no-store',
  });
}

async function begin(): Promise<void> {
  const session = own('/session') as Promise<Session | undefined>;
  session.catch(() => undefined);
  // Beside the session where it is known whose the token is.
  const company = localStorage.getItem(CHOICE) ?? (await session)?.companies[0]?.id_str;
  if (company === undefined) return;
  const token = (await own('/session/token', { company_id: company })) as
    | { access_token: string }
    | undefined;
  if (token === undefined) return;
  const read = (path: string) =>
    askAhead(`${origin}/v1/companies/${company}${path}`, {
      method: 'GET',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token.access_token}`,
        // As the script that takes the answer asks.
        'consistency-token': 'latest',
      },
      credentials: 'omit',
      cache: 'no-store',
    });
  const [sites] = (await Promise.all(['/sites?limit=1000', '', '/registers?limit=1000'].map(read))) as [
    readonly Site[] | undefined,
  ];
  const [first] = sites ?? [];
  if (sites === undefined || first === undefined || location.pathname !== `${BASE}/`) return;
  // As Today asks for it.
  await read(`/reports/today${sellsInSeveral({ sites }) ? `?site_id=${first.id_str}` : ''}`);
}

begin().catch(() => undefined);
