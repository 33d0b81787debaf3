import type { SigningKey } from '#clients/typescript/index.ts';
import type { Shown } from '../../shared/ui/facts.tsx';
import { message, t } from '../../shared/words.ts';

/** The screens of the developer area. */
export const DEVELOPER = [
  { path: '/developer', label: message('Own add-ons') },
  { path: '/developer/events', label: message('Events') },
  { path: '/developer/requests', label: message('Requests') },
  { path: '/developer/usage', label: message('Usage') },
  { path: '/developer/api', label: message('API') },
  { path: '/developer/authorization', label: message('Authorization') },
];

/** The signing secret in both of its forms. */
export function signingShown(secret: SigningKey): Shown[] {
  return [
    {
      label: t('Signing secret'),
      description: t('The key of X-Service-Signature: the whole text as it is.'),
      value: secret.signing_secret,
    },
    {
      label: t('The same for Standard Webhooks'),
      description: t('The form that Standard Webhooks libraries take.'),
      value: secret.signing_secret_base64,
    },
  ];
}

/** Characters that turn around the text after them: it would be read in another order than it is sent. */
const TURNING = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** JSON as it came, indented, with every number as it was written. */
export function indented(text: string): string {
  const { rawJSON } = JSON as typeof JSON & { rawJSON?: (text: string) => unknown };
  try {
    const value: unknown = JSON.parse(text, (_key, each: unknown, context?: { source?: string }) =>
      typeof each === 'number' && context?.source !== undefined && rawJSON !== undefined
        ? rawJSON(context.source)
        : each,
    );
    return JSON.stringify(value, undefined, 2).replace(TURNING, escaped);
  } catch {
    return text.replace(TURNING, escaped);
  }
}
