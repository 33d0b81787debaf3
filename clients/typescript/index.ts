export {
  type Answer,
  type CallId,
  type CallOptions,
  type Input,
  type Item,
  type ListId,
  type OperationId,
  type Output,
  Passbell,
  type PassbellOptions,
  type Token,
} from './client.ts';
export { ApiError, ConnectionError, type FieldError, PassbellError, WebhookError } from './errors.ts';
export { type Id, type Int64, parseJson, writeJson } from './json.ts';
export {
  type Credentials,
  clientCredentials,
  getToken,
  type TokenAnswer,
  type TokenSource,
} from './token.ts';
export { type Clock, type Patience, systemClock } from './transport.ts';
export type * from './types.ts';
export {
  type HeaderSource,
  isServiceSignature,
  type Verification,
  verifyWebhook,
  type WebhookMessage,
  type WebhookRequest,
} from './webhook.ts';
