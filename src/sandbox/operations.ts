import { body, C, filedUnder, type Operations } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { clockChange, faultCreate } from './handlers.ts';
import { CLOCK_CHANGE, SANDBOX_CLOCK, SANDBOX_FAULT, SANDBOX_RESET } from './shape.ts';

const sandbox = filedUnder('Sandbox');

const FOR_SANDBOXES = 'For sandboxes alone: any other company gets 403 `access_denied`.';

/** Operations of a sandbox, for developers who try their programs in it. */
export const SANDBOX_OPERATIONS: Operations = {
  [`GET ${C}/sandbox/clock`]: sandbox('getSandboxClock', 'Read the time of a sandbox', {
    text: FOR_SANDBOXES,
    answer: viewOf(SANDBOX_CLOCK),
    errors: ['access_denied'],
  }),
  [`POST ${C}/sandbox/clock`]: sandbox('setSandboxClock', 'Move the time of a sandbox forward', {
    text: `${FOR_SANDBOXES} What has become due is done: orders that no printer took, retries of messages, ends of check-ins, keys and tokens. At most 10 years ahead. Rate limits keep real time.`,
    status: 200,
    body: body('SetSandboxClock', clockChange, CLOCK_CHANGE.words, { needsOneOf: [['advance', 'now']] }),
    answer: viewOf(SANDBOX_CLOCK),
    errors: ['access_denied'],
  }),
  [`GET ${C}/sandbox/faults`]: sandbox('listSandboxFaults', 'List the faults of a sandbox', {
    text: FOR_SANDBOXES,
    answer: list(viewOf(SANDBOX_FAULT)),
    errors: ['access_denied'],
  }),
  [`GET ${C}/sandbox/faults/:fault_id`]: sandbox('getSandboxFault', 'Read a fault of a sandbox', {
    text: FOR_SANDBOXES,
    answer: viewOf(SANDBOX_FAULT),
    errors: ['access_denied'],
  }),
  [`POST ${C}/sandbox/faults`]: sandbox('createSandboxFault', 'Set up a fault in a sandbox', {
    text: `${FOR_SANDBOXES} At most 20 at a time. An answer that it has hit says so in X-Sandbox-Fault. Calls of /sandbox are never hit.`,
    body: body('CreateSandboxFault', faultCreate, 'The calls or messages that are hit, and the effect.'),
    answer: viewOf(SANDBOX_FAULT),
    errors: ['access_denied', 'conflict'],
  }),
  [`DELETE ${C}/sandbox/faults`]: sandbox('deleteSandboxFaults', 'End all faults of a sandbox', {
    text: FOR_SANDBOXES,
    ifMatch: false,
    errors: ['access_denied'],
  }),
  [`DELETE ${C}/sandbox/faults/:fault_id`]: sandbox('deleteSandboxFault', 'End a fault of a sandbox', {
    text: FOR_SANDBOXES,
    errors: ['access_denied'],
  }),
  [`POST ${C}/sandbox/reset`]: sandbox('resetSandbox', 'Begin a sandbox anew', {
    text: `${FOR_SANDBOXES} All its records are deleted and made as they were at first, with the same ids; its clock and faults as well. Add-ons, tokens, people and devices stay. It takes no body.`,
    status: 200,
    answer: viewOf(SANDBOX_RESET),
    errors: ['access_denied', 'conflict'],
  }),
};
