export {
  type Answer,
  type Arguments,
  type CallId,
  type CallOptions,
  type Input,
  type Item,
  type ListId,
  type OperationId,
  type Output,
  Passbell,
  type PassbellOptions,
  type PreparedCall,
  type StreamId,
  type Token,
  type Tried,
} from './client.ts';
export {
  ApiError,
  ConnectionError,
  type FieldError,
  PassbellError,
  type Reason,
  type ReasonParam,
  WebhookError,
} from './errors.ts';
export {
  type Amount,
  type AmountInput,
  ExactNumber,
  type Id,
  type IdInput,
  type Long,
  parseJson,
  writeJson,
} from './json.ts';
export { Seen } from './seen.ts';
export type { StreamBlock, StreamOptions, StreamState } from './stream.ts';
export {
  type Credentials,
  clientCredentials,
  getToken,
  type TokenAnswer,
  type TokenSource,
} from './token.ts';
export { type Clock, type Fetch, type Patience, systemClock } from './transport.ts';
export type * from './types.ts';
export {
  type HeaderSource,
  isServiceSignature,
  type Verification,
  verifyWebhook,
  type WebhookMessage,
  type WebhookRequest,
} from './webhook.ts';
