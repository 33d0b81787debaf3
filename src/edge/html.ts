import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { directionOf, ENGLISH, type Words } from '../kernel/words.ts';

/** Text that is HTML already. Only `html` makes it, so nothing a tenant entered is ever markup. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value of a template: text is escaped, HTML is not; null, undefined and false are empty. */
export type HtmlValue = string | number | bigint | Html | readonly HtmlValue[] | null | undefined | false;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replace(/[&<>"']/g, (each) => ESCAPES[each] ?? '');
}

/** HTML with every value escaped. Attributes are written in quotes, as everywhere here. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = parts[0] ?? '';
  for (const [at, value] of values.entries()) text += textOf(value) + (parts[at + 1] ?? '');
  return new Html(text);
}

const STYLE = `
:root{color-scheme:light dark;--ground:#f6f8f8;--card:#fff;--line:#d0d9d8;--edge:#67777a;--ink:#1c2629;--quiet:#4b5a5d;--tide:#176a67;--on-tide:#fff;--bad:#a61e1e}
@media(prefers-color-scheme:dark){:root{--ground:#0e1518;--card:#1a2428;--line:#354346;--edge:#9aa8a9;--ink:#d3dcdc;--quiet:#b6c2c3;--tide:#82bcb9;--on-tide:#0e1518;--bad:#ffa8a8}}
*{box-sizing:border-box}
body{font:1rem/1.55 "Noto Sans Variable","Noto Sans",system-ui,sans-serif;margin:0;padding:1rem;display:flex;justify-content:center;color:var(--ink);background:var(--ground)}
main{width:100%;max-width:28rem;margin:2rem 0}
.brand{display:flex;gap:.6rem;align-items:center;font-weight:650;margin-bottom:1rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1.25rem 1.5rem 1.5rem}
h1{font-size:1.4rem;line-height:1.25;margin:0 0 .75rem;font-weight:650}
a{color:var(--tide)}
label{display:block;margin:1rem 0 .25rem;font-weight:600}
input:not([type=radio]),select{width:100%;font:inherit;color:inherit;background:var(--card);padding:.6rem;border:1px solid var(--edge);border-radius:.5rem}
fieldset{border:1px solid var(--line);border-radius:.5rem;margin:1rem 0}
fieldset label{font-weight:400;margin:.25rem 0}
button{font:inherit;color:inherit;background:var(--card);padding:.6rem 1.2rem;margin-block-start:1rem;margin-inline-end:.5rem;border:1px solid var(--edge);border-radius:.5rem;cursor:pointer}
button.first{background:var(--tide);color:var(--on-tide);border-color:var(--tide);font-weight:600}
:focus-visible{outline:3px solid var(--tide);outline-offset:2px}
table{width:100%;border-collapse:collapse;margin:.75rem 0}
th,td{text-align:start;vertical-align:top;padding:.15rem 0;font-weight:400;overflow-wrap:anywhere}
td.amount{text-align:end;padding-inline-start:1rem;white-space:nowrap}
tr.strong>*{font-weight:650;border-block-start:1px solid var(--line)}
.logo{display:block;max-width:11rem;max-height:4rem;margin-bottom:.75rem}
.shop{font-weight:650;font-size:1.2rem}
.parts{white-space:pre-line}
[role=alert]{color:var(--bad);font-weight:600}
.hint{color:var(--quiet);font-size:.9rem;overflow-wrap:anywhere}
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
/** The style is the same on every page, so that the policy can name it by its hash. */
const STYLE_TAG = new Html(`<style>${STYLE}</style>`);

/** The product's mark, as it stands above every page. */
const BELL = readFileSync(new URL('../description/viewer/bell.svg', import.meta.url), 'utf8').trim();
const BRAND = new Html(
  `<div class="brand">${BELL.replace('<svg', '<svg width="32" height="32" aria-hidden="true"')}Passbell</div>`,
);

/** A script of ours that stands in a page; the policy names it by its hash, and no other one runs. */
export class PageScript {
  readonly tag: Html;
  readonly hash: string;
  constructor(text: string) {
    this.tag = new Html(`<script>${text}</script>`);
    this.hash = createHash('sha256').update(text).digest('base64');
  }
}

/** The policy of every page: no script but its own one, no frame around it, no caching, no outside sources. */
function policy(formTargets: readonly string[], pictures = false, script?: PageScript): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    ...(script === undefined ? [] : [`script-src 'sha256-${script.hash}'`, "connect-src 'self'"]),
    ...(pictures ? ['img-src data:'] : []),
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** A page. */
interface Page {
  readonly status?: number;
  readonly title: string;
  readonly body: Html;
  /** The texts it is written in; English where not given. */
  readonly words?: Words;
  /** Further origins that a form may redirect to, as sources of a content security policy. */
  readonly formTargets?: readonly string[];
  /** The one script that it has, where it has one. */
  readonly script?: PageScript;
  /** The head in place of Passbell's mark: the page is a shop's, and search engines are kept from it. */
  readonly brand?: Html;
}

/**
 * The headers of pages and of redirects between them. The referrer stays within this host: with `no-referrer`
 * browsers would send `Origin: null` with our own forms.
 */
function setPageHeaders(
  reply: FastifyReply,
  formTargets: readonly string[] = [],
  pictures = false,
  script?: PageScript,
): void {
  reply
    .header('content-security-policy', policy(formTargets, pictures, script))
    .header('x-frame-options', 'DENY')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .header('pragma', 'no-cache');
}

/** Sends a page with its security headers. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { words: { language } = ENGLISH } = page;
  const { brand } = page;
  setPageHeaders(reply, page.formTargets, brand !== undefined, page.script);
  if (brand !== undefined)
    reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer');
  const document = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${brand === undefined ? `${page.title} · Passbell` : page.title}</title>${STYLE_TAG}</head>
<body><main>${brand ?? BRAND}<div class="card"><h1>${page.title}</h1>
${page.body}
</div></main>${page.script?.tag}</body></html>
`;
  return reply
    .code(page.status ?? 200)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', language)
    .header('vary', 'Accept-Language, Cookie')
    .send(document.text);
}

/** Redirects the browser with a GET, after a request of any method (RFC 9700 4.12: never 307). */
export function seeOther(reply: FastifyReply, location: string): FastifyReply {
  setPageHeaders(reply);
  return reply.code(303).header('location', location).send();
}
