// What the pages of the description have beyond reading: a filter, buttons that copy, and calls that are tried. Without
// this file they are whole.

/**
 * The elements that a selector finds.
 * @type {(selector: string, within?: ParentNode) => HTMLElement[]}
 */
const all = (selector, within = document) => [
  .../** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll(selector)),
];

/**
 * The first of them.
 * @type {(selector: string, within?: ParentNode) => HTMLElement | null}
 */
const one = (selector, within = document) => within.querySelector(selector);

const token = /** @type {HTMLInputElement | null} */ (one('.token input'));
/** Where the token is kept from page to page, until the tab is closed. */
const KEPT = 'passbell.docs.token';
if (token !== null) {
  token.value = sessionStorage.getItem(KEPT) ?? '';
  token.addEventListener('input', () => {
    if (token.value === '') sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, token.value);
  });
  one('.token button')?.addEventListener('click', () => {
    token.value = '';
    sessionStorage.removeItem(KEPT);
  });
}
/** @type {(text: string) => string} */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

for (const hidden of all('.find, [data-copy], form.try > button')) hidden.hidden = false;
// A page without anything to try asks for no token.
for (const asked of all('.token')) asked.hidden = one('form.try') === null;

/** @type {(text: string) => void} */
function filter(text) {
  const words = text.toLowerCase().split(' ');
  for (const item of all('[data-find]')) {
    item.hidden = !words.every((word) => item.dataset.find?.includes(word));
  }
  for (const about of all('.about')) about.hidden = text !== '';
  for (const tag of all('.tag')) tag.hidden = one('[data-find]:not([hidden])', tag) === null;
  const none = one('.none');
  if (none !== null)
    none.textContent = one('.tag:not([hidden])') === null ? 'No operation has these words.' : '';
}

for (const input of all('.find input')) {
  input.addEventListener('input', () => filter(/** @type {HTMLInputElement} */ (input).value));
}

for (const button of all('[data-copy]')) {
  button.addEventListener('click', async () => {
    const figure = button.closest('figure');
    if (figure === null) return;
    await navigator.clipboard.writeText(one('pre', figure)?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
}

/**
 * The call that a form stands for. A place in the path without a value keeps its braces.
 * @type {(form: HTMLElement) => { address: string, method: string, headers: Record<string, string>, body: string | null }}
 */
function callOf(form) {
  const query = new URLSearchParams();
  const { path = '', method = '', accept = '', type = '' } = form.dataset;
  let filled = path;
  for (const input of all('input', form)) {
    const { name, value, dataset } = /** @type {HTMLInputElement} */ (input);
    if (value === '') continue;
    if (dataset.in === 'path') filled = filled.replace(`{${name}}`, () => encodeURIComponent(value));
    else query.set(name, value);
  }
  const brand = /** @type {HTMLAnchorElement | null} */ (one('.brand'));
  const base = (brand?.pathname ?? '').replace(/\/docs$/, '');
  const body = /** @type {HTMLTextAreaElement | null} */ (one('textarea', form));
  return {
    address: `${location.origin}${base}${filled}${query.size > 0 ? `?${query}` : ''}`,
    method: method.toUpperCase(),
    headers: { Accept: accept, ...(type === '' ? {} : { 'Content-Type': type }) },
    body: body?.value ?? null,
  };
}

/**
 * The line of curl that makes a form's call.
 * @type {(form: HTMLElement) => string}
 */
function curlOf(form) {
  const { address, method, headers, body } = callOf(form);
  const parts = [
    `curl -X ${method} ${quoted(address)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(form.dataset.open === undefined ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === null ? [] : [`--data ${quoted(body)}`]),
  ];
  return parts.join(' \\\n  ');
}

/**
 * JSON, indented where all its numbers stay what they are.
 * @type {(text: string) => string}
 */
function indented(text) {
  try {
    const value = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

/**
 * Makes a form's call; answers what came.
 * @type {(form: HTMLElement) => Promise<string>}
 */
async function send(form) {
  const { address, method, headers, body } = callOf(form);
  const text = token?.value.trim() ?? '';
  // What holds a blank says itself how it is sent.
  if (text !== '') headers.Authorization = /\s/.test(text) ? text : `Bearer ${text}`;
  const began = performance.now();
  const answer = await fetch(address, { method, headers, body, credentials: 'omit' });
  const came = await answer.text();
  const heads = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${answer.status} in ${Math.round(performance.now() - began)} ms\n${heads}\n\n${indented(came)}`;
}

for (const form of all('form.try')) {
  const result = one('.result', form);
  form.addEventListener('input', () => {
    const line = one('[data-part=curl]', form);
    if (line !== null) line.textContent = curlOf(form);
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (result === null) return;
    result.textContent = 'Sending…';
    try {
      const shown = document.createElement('pre');
      shown.tabIndex = 0;
      shown.textContent = await send(form);
      result.replaceChildren(shown);
    } catch (error) {
      result.textContent = `The service could not be reached. ${error instanceof Error ? error.message : ''}`;
    }
  });
}
