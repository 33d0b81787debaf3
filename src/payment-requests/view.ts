import { view } from '../shape/view.ts';
import { PAYMENT_REQUEST, type PaymentRequest } from './shape.ts';

export const requestView = view(PAYMENT_REQUEST, ({ asked_amount: amount }: PaymentRequest) => ({ amount }));
