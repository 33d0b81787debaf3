import { bodies } from '../shape/bodies.ts';
import { MAIL_RECEIPT } from './shape.ts';

/** POST /orders/<o>/receipt/mail */
export const mailReceiptInput = bodies(MAIL_RECEIPT).create;
