import { viewOf } from '../shape/nested.ts';
import { body, C, filedUnder, type Operations } from './operation.ts';
import { BATCH_ANSWER, batchRequest } from './shape.ts';

const service = filedUnder('Service');

/** Operations that belong to no feature. */
export const EDGE_OPERATIONS: Operations = {
  [`POST ${C}/batch`]: service('sendBatch', 'Send up to 100 requests in one', {
    text:
      'They are carried out in order, each as if it had come alone, and answered in `responses`; the batch itself is 200. With ' +
      '`atomic` all are carried out or none: the first that is refused ends the batch, and the others are answered 424 ' +
      '`not_carried_out`. With an Idempotency-Key a batch that broke off goes on where it was when it is sent again.',
    status: 200,
    body: body('Batch', batchRequest, 'Requests in one.'),
    answer: viewOf(BATCH_ANSWER),
    errors: ['conflict'],
  }),
};
