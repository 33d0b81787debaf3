import { type Html, html, PageScript } from '../edge/html.ts';
import type { Words } from '../kernel/words.ts';
import { hasPasskeys } from './passkeys.ts';
import type { PeopleParts } from './types.ts';
import { pathHere } from './visit.ts';

// The one script of a page: a passkey is had from the browser by script alone. It does nothing before its button is
// pressed, and the page works without it. The content security policy names it by its hash.

/** The script of the sign-in page; its texts and addresses stand at the button. */
export const PASSKEY_SCRIPT = new PageScript(`
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
      await post('/session/passkey', { credential });
      location.assign(button.dataset.next);
    } catch (error) {
      said.textContent = error instanceof DOMException ? button.dataset.failed : error.message;
      button.disabled = false;
    }
  });
})();
`);

/** The button that the script shows; nothing where there can be no passkeys. */
export function passkeyButton(parts: PeopleParts, words: Words, next: string): Html | undefined {
  if (!hasPasskeys(parts)) return undefined;
  const failed = words.say('No passkey was used.');
  return html`<button type="button" id="passkey" hidden data-base="${pathHere(parts, '')}" data-next="${pathHere(parts, next)}" data-failed="${failed}">${words.say('Sign in with a passkey')}</button>
<p id="passkey-said" role="status" class="hint"></p>
`;
}
