import { view } from '../shape/view.ts';
import { CASHUP, CASHUP_WITH_REPORT, type Cashup, SHIFT_REPORT } from './shape.ts';

export const shiftReportView = view(SHIFT_REPORT);

const difference = ({ counted, expected }: Pick<Cashup, 'counted' | 'expected'>) => ({
  difference: counted - expected,
});

export const cashupView = view(CASHUP, difference);
export const cashupWithReportView = view(CASHUP_WITH_REPORT, difference);
