import { C, type Operations } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { clockChange, faultCreate } from './handlers.ts';
import { CLOCK_CHANGE, SANDBOX_CLOCK, SANDBOX_FAULT, SANDBOX_RESET } from './shape.ts';

const FOR_SANDBOXES = 'For sandboxes alone: any other company gets 403 `access_denied`.';

/** What a sandbox has for those who try their programs in it. */
export const SANDBOX_OPERATIONS: Operations = {
  [`GET ${C}/sandbox/clock`]: {
    id: 'getSandboxClock',
    tag: 'Sandbox',
    summary: 'Read the time of a sandbox',
    text: FOR_SANDBOXES,
    answer: viewOf(SANDBOX_CLOCK),
    errors: ['access_denied'],
  },
  [`POST ${C}/sandbox/clock`]: {
    id: 'setSandboxClock',
    tag: 'Sandbox',
    summary: 'Move the time of a sandbox forward',
    text: `${FOR_SANDBOXES} What has become due is done: orders that no printer took, retries of messages, ends of check-ins, keys and tokens. At most 10 years ahead. Rate limits keep real time.`,
    status: 200,
    body: {
      name: 'SetSandboxClock',
      schema: clockChange,
      needsOneOf: [['advance', 'now']],
      description: CLOCK_CHANGE.words,
    },
    answer: viewOf(SANDBOX_CLOCK),
    errors: ['access_denied'],
  },
  [`GET ${C}/sandbox/faults`]: {
    id: 'listSandboxFaults',
    tag: 'Sandbox',
    summary: 'List the faults of a sandbox',
    text: FOR_SANDBOXES,
    answer: list(viewOf(SANDBOX_FAULT)),
    errors: ['access_denied'],
  },
  [`GET ${C}/sandbox/faults/:fault_id`]: {
    id: 'getSandboxFault',
    tag: 'Sandbox',
    summary: 'Read a fault of a sandbox',
    text: FOR_SANDBOXES,
    answer: viewOf(SANDBOX_FAULT),
    errors: ['access_denied'],
  },
  [`POST ${C}/sandbox/faults`]: {
    id: 'createSandboxFault',
    tag: 'Sandbox',
    summary: 'Set up a fault in a sandbox',
    text: `${FOR_SANDBOXES} At most 20 at a time. An answer that it has hit says so in X-Sandbox-Fault. Calls of /sandbox are never hit.`,
    body: { name: 'CreateSandboxFault', schema: faultCreate, description: 'What is hit, and how.' },
    answer: viewOf(SANDBOX_FAULT),
    errors: ['access_denied', 'conflict'],
  },
  [`DELETE ${C}/sandbox/faults`]: {
    id: 'deleteSandboxFaults',
    tag: 'Sandbox',
    summary: 'End all faults of a sandbox',
    text: FOR_SANDBOXES,
    ifMatch: false,
    errors: ['access_denied'],
  },
  [`DELETE ${C}/sandbox/faults/:fault_id`]: {
    id: 'deleteSandboxFault',
    tag: 'Sandbox',
    summary: 'End a fault of a sandbox',
    text: FOR_SANDBOXES,
    errors: ['access_denied'],
  },
  [`POST ${C}/sandbox/reset`]: {
    id: 'resetSandbox',
    tag: 'Sandbox',
    summary: 'Begin a sandbox anew',
    text: `${FOR_SANDBOXES} All its records are deleted and made as they were at first, with the same ids; its clock and faults as well. Add-ons, tokens, people and devices stay. It takes no body.`,
    status: 200,
    answer: viewOf(SANDBOX_RESET),
    errors: ['access_denied', 'conflict'],
  },
};
