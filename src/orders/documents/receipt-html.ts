import { type Html, html } from '../../edge/html.ts';
import { directionOf, type Words } from '../../kernel/words.ts';
import type { Figure, ReceiptDocument } from './document.ts';
import { plain } from './words.ts';

// A receipt as a page and as a message, from the document that the PDF is made of.

const row = ({ label, value, strong }: Figure): Html =>
  html`<tr${strong === true && html` class="strong"`}><th scope="row">${label}</th><td class="amount">${value}</td></tr>`;

const table = (rows: readonly Html[]): Html | false => rows.length > 0 && html`<table>${rows}</table>`;

const parts = (lines: readonly string[]): Html | false =>
  lines.length > 0 && html`<p class="parts">${lines.join('\n')}</p>`;

/** The receipt below its title. */
export function receiptBody(receipt: ReceiptDocument): Html {
  const lines = receipt.rows.map(
    ({ level, quantity, name, details, amount }) =>
      html`<tr><td>${level > 0 && '– '}${quantity !== '' && `${quantity} × `}${name}${details.map((detail) => html`<br><small>${detail}</small>`)}</td><td class="amount">${amount}</td></tr>`,
  );
  const taxes = receipt.taxes.map(({ name, rate, tax }) =>
    row({ label: `${name} ${rate}`.trim(), value: tax }),
  );
  const payments = receipt.payments.map(({ method, amount }) => row({ label: method, value: amount }));
  return html`${parts(receipt.seller.lines)}${parts(receipt.header)}${receipt.subject !== null && html`<p>${receipt.subject}</p>`}
${table(receipt.facts.map(row))}${parts(receipt.customer)}
<table>${lines}</table>${parts(receipt.notes)}
${table([...receipt.totals.map(row), ...taxes])}${table(payments)}${table(receipt.settlement.map(row))}${parts(receipt.footer)}`;
}

/** The style of a message: mail programs know no style sheet of ours. */
const STYLE = `body{font-family:sans-serif;line-height:1.5;max-width:32rem;margin:0 auto;padding:1rem}
table{width:100%;border-collapse:collapse;margin:.75rem 0}
th,td{text-align:start;vertical-align:top;padding:2px 0;font-weight:400}
td.amount{text-align:end;white-space:nowrap;padding-inline-start:1rem}
tr.strong>*{font-weight:bold;border-top:1px solid #ccc}
.parts{white-space:pre-line}
img{max-width:180px;max-height:64px}`;

/** A receipt in the HTML of a message; its logo comes with the message under the name `logo`. */
export function receiptMail(
  receipt: ReceiptDocument,
  words: Words,
  { url, hasLogo }: { readonly url: string; readonly hasLogo: boolean },
): string {
  const { language } = words;
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><title>${receipt.title} ${receipt.number}</title><style>${STYLE}</style></head>
<body>${hasLogo && html`<img src="cid:logo" alt="">`}<p><b>${receipt.seller.name}</b></p><h1>${receipt.title}</h1>
${receiptBody(receipt)}
<p><a href="${url}">${words.say('See this receipt in your browser')}</a></p></body></html>`.text;
}

const lineOf = ({ label, value }: Figure) => `${label}: ${value}`;

/** The same as plain text. */
export function receiptText(receipt: ReceiptDocument, words: Words, url: string): string {
  const { seller, header, subject, facts, rows, notes, totals, payments, settlement, footer } = receipt;
  const blocks = [
    [seller.name, ...seller.lines],
    header,
    [`${receipt.title} ${receipt.number}`, ...(subject === null ? [] : [subject])],
    facts.map(lineOf),
    rows.map(({ level, quantity, name, details, amount }) =>
      [
        `${'  '.repeat(level)}${quantity === '' ? '' : `${quantity} × `}${name}  ${amount}`.trimEnd(),
        ...details,
      ].join('\n  '),
    ),
    notes,
    totals.map(lineOf),
    payments.map(({ method, amount }) => `${method}: ${amount}`),
    settlement.map(lineOf),
    footer,
    [`${words.say('See this receipt in your browser')}: ${url}`],
  ];
  return `${plain(
    blocks
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n'),
  )}\n`;
}

/** The subject of a message with a receipt. */
export function receiptSubject({ seller, title, number }: ReceiptDocument, words: Words): string {
  return words.say('{shop}: {title} {number}', { shop: seller.name, title, number });
}

/** The text of the link to the PDF. */
export function pdfLabel(words: Words): string {
  return words.say('Receipt as PDF');
}
