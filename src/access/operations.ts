import { body, C, filedUnder, type Operation, type Operations } from '../edge/operation.ts';
import { GRANT } from '../oauth/shape.ts';
import { AUDIT_ENTRY } from '../outbox/audit-shape.ts';
import * as people from '../people/shape.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import type { Shape } from '../shape/shape.ts';
import * as hooks from '../webhooks/input.ts';
import { AS_SENT } from '../webhooks/operations.ts';
import {
  DELIVERY,
  DELIVERY_REQUEST,
  RANGE,
  REPLAYED,
  REQUEUED,
  SIGNING_SECRET,
  WEBHOOK,
} from '../webhooks/shape.ts';
import * as input from './input.ts';
import * as shapes from './shape.ts';

const A = `${C}/addons/:addon_id`;
const W = `${A}/webhooks`;

const office = filedUnder('Back office');
const pages = (id: string, summary: string, shape: Shape, more: Partial<Operation> = {}): Operation =>
  office(id, summary, { answer: list(viewOf(shape)), ...more });

const ONE_FILTER = 'Beside times one filter at a time. For add-ons, owners and managers.';

/** The back office: for people who run the company. */
export const ACCESS_OPERATIONS: Operations = {
  [`GET ${C}/devices`]: pages('listDevices', 'List the devices that were let in', shapes.DEVICE),
  [`PUT ${C}/devices/:device_id`]: office('updateDevice', 'Rename a device', {
    body: body('UpdateDevice', input.deviceUpdate, 'The new name.'),
    answer: viewOf(shapes.DEVICE),
  }),
  [`DELETE ${C}/devices/:device_id`]: office('removeDevice', 'Let a device in no more', { ifMatch: false }),
  [`GET ${C}/addons`]: pages('listAddons', "List the company's own add-ons", shapes.ADDON),
  [`GET ${A}`]: office('getAddon', 'Read an add-on', { answer: viewOf(shapes.ADDON) }),
  [`POST ${C}/addons`]: office('createAddon', 'Make an add-on', {
    text: 'The answer has its secrets, this once.',
    body: body('CreateAddon', input.addonCreate, 'The fields of a new add-on.'),
    answer: viewOf(shapes.NEW_ADDON),
    errors: ['conflict'],
  }),
  [`PUT ${A}`]: office('updateAddon', 'Change an add-on', {
    text: 'Scopes that it is no longer registered for are taken from its tokens.',
    body: body('UpdateAddon', input.addonUpdate, 'The changed fields of an add-on.'),
    answer: viewOf(shapes.ADDON),
  }),
  [`DELETE ${A}`]: office('deleteAddon', 'Delete an add-on', {
    text: 'Nothing anybody gave it is of use any more.',
  }),
  [`POST ${A}/secret`]: office('rotateClientSecret', 'Get a new client_secret', {
    text: 'The one before is taken for a day more.',
    status: 200,
    answer: viewOf(shapes.CLIENT_SECRET),
    errors: ['conflict'],
    ifMatch: true,
  }),
  [`GET ${A}/signing_secret`]: office('getSigningSecret', 'Read the signing secret of an add-on', {
    text: 'Each reading is in the audit log.',
    answer: viewOf(shapes.SIGNING_KEY),
  }),
  [`POST ${A}/signing_secret`]: office('rotateAddonSigningSecret', 'Get a new signing secret for an add-on', {
    text: 'The one before signs as well for 24 hours.',
    status: 200,
    answer: viewOf(SIGNING_SECRET),
  }),
  [`POST ${A}/access_token`]: office('createAddonToken', 'Make a token of an add-on for its own company', {
    body: body('CreateAddonToken', input.ownTokenInput, shapes.ADDON_TOKEN_REQUEST.words),
    answer: viewOf(shapes.ADDON_TOKEN),
    ifMatch: true,
  }),
  [`DELETE ${A}/access_tokens`]: office('revokeAddonTokens', 'Revoke all tokens of an add-on'),
  [`GET ${W}`]: pages('listAddonWebhooks', 'List the webhooks of an add-on', shapes.ADDON_WEBHOOK),
  [`GET ${W}/:webhook_id`]: office('getAddonWebhook', 'Read a webhook of an add-on', {
    answer: viewOf(WEBHOOK),
  }),
  [`POST ${W}`]: office('createAddonWebhook', 'Create a webhook of an add-on', {
    body: body('CreateWebhook', hooks.webhookCreate, 'The fields of a new webhook.'),
    answer: viewOf(WEBHOOK),
    errors: ['conflict'],
  }),
  [`PUT ${W}/:webhook_id`]: office('updateAddonWebhook', 'Change a webhook of an add-on', {
    body: body('UpdateWebhook', hooks.webhookUpdate, 'The changed fields of a webhook.'),
    answer: viewOf(WEBHOOK),
  }),
  [`DELETE ${W}/:webhook_id`]: office('deleteAddonWebhook', 'Delete a webhook of an add-on'),
  [`POST ${W}/:webhook_id/test`]: office(
    'testAddonWebhook',
    'Send a test message to a webhook of an add-on',
    {
      answer: viewOf(DELIVERY),
    },
  ),
  [`GET ${W}/:webhook_id/deliveries`]: pages(
    'listAddonDeliveries',
    'List the messages of a webhook of an add-on',
    DELIVERY,
  ),
  [`GET ${W}/:webhook_id/deliveries/:delivery_id`]: office(
    'getAddonDelivery',
    'Read what became of a message of an add-on',
    { answer: viewOf(DELIVERY) },
  ),
  [`GET ${W}/:webhook_id/deliveries/:delivery_id/request`]: office(
    'getAddonDeliveryRequest',
    'Read the request that a message of an add-on is sent by',
    { text: AS_SENT, answer: viewOf(DELIVERY_REQUEST) },
  ),
  [`POST ${W}/:webhook_id/deliveries/:delivery_id/redeliver`]: office(
    'redeliverOfAddon',
    'Send a message of an add-on again',
    { status: 202, answer: viewOf(DELIVERY), errors: ['conflict'] },
  ),
  [`POST ${W}/:webhook_id/redeliver`]: office(
    'redeliverDeadOfAddon',
    'Send all dead messages of a webhook of an add-on again',
    {
      status: 202,
      body: body('RedeliverRange', hooks.rangeInput, RANGE.words),
      answer: viewOf(REQUEUED),
    },
  ),
  [`POST ${W}/:webhook_id/replay`]: office(
    'replayEventsOfAddon',
    'Send events from the log to a webhook of an add-on again',
    {
      status: 202,
      body: body('ReplayRange', hooks.rangeInput, RANGE.words),
      answer: viewOf(REPLAYED),
    },
  ),
  [`GET ${C}/grants`]: pages('listGrants', 'List the add-ons that people connected', GRANT),
  [`DELETE ${C}/grants/:grant_id`]: office('removeGrant', 'Disconnect an add-on', {
    text: 'With everything that was granted to it.',
    ifMatch: false,
  }),
  [`GET ${C}/members`]: pages('listMembers', 'List who is in the company', people.MEMBER),
  [`PUT ${C}/members/:user_id`]: office('updateMember', "Change somebody's role", {
    text: "An owner's to do. Tokens of the old role end; so do the keys of a member who runs the company no more, all but those in `keep`.",
    ifMatch: false,
    body: body('UpdateMember', input.memberInput, 'The new role.'),
    answer: viewOf(people.MEMBER),
    errors: ['access_denied', 'conflict'],
  }),
  [`DELETE ${C}/members/:user_id`]: office('removeMember', 'Take somebody out of the company', {
    text: "An owner's to do, or one's own. The member's keys are revoked with it, all but those in `keep`.",
    ifMatch: false,
    errors: ['access_denied', 'conflict'],
  }),
  [`GET ${C}/members/:user_id/keys`]: office(
    'listMemberKeys',
    'List what a member made that lets somebody in',
    {
      text: "An owner's to do, or one's own. The oldest 1,000 of each kind.",
      answer: viewOf(shapes.MEMBER_KEYS),
      errors: ['access_denied'],
    },
  ),
  [`GET ${C}/invitations`]: pages(
    'listInvitations',
    'List who was invited and has not come yet',
    people.INVITATION,
  ),
  [`POST ${C}/invitations`]: office('invite', 'Invite somebody', {
    text: 'Answers the link this once, to be handed out. Only owners make owners.',
    body: body('Invite', input.invitationInput, 'Who, and as what.'),
    answer: viewOf(people.NEW_INVITATION),
    errors: ['access_denied', 'conflict'],
  }),
  [`DELETE ${C}/invitations/:invitation_id`]: office('withdrawInvitation', 'Take an invitation back', {
    ifMatch: false,
  }),
  [`GET ${C}/audit`]: pages('listAudit', 'Read who did what', AUDIT_ENTRY, {
    text: `Newest first, or the first ones first with \`oldest\`. ${ONE_FILTER}`,
    errors: ['access_denied'],
  }),
  [`GET ${C}/audit/csv`]: office('exportAudit', 'Read who did what as a file', {
    text: `Also at \`/audit.csv\`. The first entries first, with their hashes; as many as a page has. ${ONE_FILTER}`,
    errors: ['access_denied'],
  }),
  [`GET ${C}/audit/jsonl`]: office('exportAuditLines', 'Read who did what as JSON lines', {
    text: `Also at \`/audit.jsonl\`. Each line is an entry as lists show it, the first entries first; as many as a page has. ${ONE_FILTER}`,
    errors: ['access_denied'],
  }),
  [`GET ${C}/audit/:number`]: office('getAuditEntry', 'Read an entry of the audit log', {
    answer: viewOf(AUDIT_ENTRY),
    errors: ['access_denied'],
  }),
  [`GET ${C}/usage`]: office('getUsage', 'Read what the company uses of its quotas', {
    text: 'As far as the processes of the service have told, some seconds ago.',
    answer: viewOf(shapes.USAGE),
  }),
  [`GET ${C}/requests`]: pages(
    'listRequests',
    'Read what was asked of the API lately',
    shapes.LOGGED_REQUEST,
    {
      text: 'Newest first.',
    },
  ),
};
