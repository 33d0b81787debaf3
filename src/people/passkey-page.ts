import type { FastifyInstance } from 'fastify';
import { type Html, html, PageScript, seeOther, sendPage } from '../edge/html.ts';
import { isProved } from '../kernel/proof.ts';
import type { Words } from '../kernel/words.ts';
import { HOME, localPath, queryOf } from './page-parts.ts';
import { hasPasskeys } from './passkeys.ts';
import type { PeopleParts } from './types.ts';
import { pathHere, Visit } from './visit.ts';

// The page on which a passkey signs in. A passkey is had from the browser by script alone, so it is the one page with a script;
// the page on which passwords are typed has none. The content security policy names the script by its hash.

/** The script of the page; its texts and addresses stand at the button. */
const PASSKEY_SCRIPT = new PageScript(`
(() => {
  const button = document.getElementById('passkey');
  if (button === null || window.PublicKeyCredential === undefined) return;
  const said = document.getElementById('passkey-said');
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  const text = (buffer) => buffer === null ? undefined :
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=/g, '');
  const post = async (path, body) => {
    const headers = { accept: 'application/json', 'content-type': 'application/json', 'x-passbell-screen': '1' };
    const answer = await fetch(button.dataset.base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const json = answer.status === 204 ? {} : await answer.json();
    if (!answer.ok) throw new Error(json.error_description);
    return json;
  };
  button.hidden = false;
  said.textContent = '';
  button.addEventListener('click', async () => {
    button.disabled = true;
    said.textContent = '';
    try {
      const { options } = await post('/session/passkey/options', {});
      const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] };
      const found = await navigator.credentials.get({ publicKey });
      const { authenticatorData, clientDataJSON, signature, userHandle } = found.response;
      const response = { authenticatorData: text(authenticatorData), clientDataJSON: text(clientDataJSON),
        signature: text(signature), userHandle: text(userHandle) };
      const credential = { id: found.id, rawId: found.id, type: found.type, clientExtensionResults: {}, response };
      await post(button.dataset.path, { credential });
      location.assign(button.dataset.next);
    } catch (error) {
      said.textContent = error instanceof DOMException ? button.dataset.failed : error.message;
      button.disabled = false;
    }
  });
})();
`);

/** Leads to the page on which a passkey signs in; nothing where there can be none. */
export function passkeyLink(parts: PeopleParts, words: Words, next: string): Html | undefined {
  if (!hasPasskeys(parts)) return undefined;
  const query = next === HOME ? '' : `?next=${encodeURIComponent(next)}`;
  const address = pathHere(parts, `/signin/passkey${query}`);
  return html`<p><a href="${address}">${words.say('Sign in with a passkey')}</a></p>
`;
}

/** /signin/passkey */
export function addPasskeyPage(app: FastifyInstance, parts: PeopleParts): void {
  app.get('/signin/passkey', async (request, reply) => {
    const visit = await Visit.of(parts, request);
    const next = localPath(queryOf(request).get('next') ?? undefined);
    const { signedIn } = visit;
    if (signedIn !== undefined && isProved(signedIn.provedAt, parts.clock.now()))
      return seeOther(reply, pathHere(parts, next));
    if (!hasPasskeys(parts)) return seeOther(reply, pathHere(parts, '/signin'));
    const { words } = visit;
    const query = next === HOME ? '' : `?next=${encodeURIComponent(next)}`;
    const failed = words.say('No passkey was used.');
    // Who is signed in proves once more that it is them.
    const path = signedIn === undefined ? '/session/passkey' : '/session/proof';
    const without = words.say('This browser knows no passkeys, or runs no scripts.');
    return sendPage(reply, {
      words,
      title: words.say('Sign in with a passkey'),
      script: PASSKEY_SCRIPT,
      body: html`<p class="hint">${words.say('Your device asks for your fingerprint, your face or its PIN.')}</p>
<p id="passkey-said" role="alert">${without}</p>
<button type="button" class="first" id="passkey" hidden data-base="${pathHere(parts, '')}" data-path="${path}" data-next="${pathHere(parts, next)}" data-failed="${failed}">${words.say('Use a passkey')}</button>
<p><a href="${pathHere(parts, `/signin${query === '' ? '?' : `${query}&`}again=1`)}">${words.say('Sign in with a password')}</a></p>`,
    });
  });
}
