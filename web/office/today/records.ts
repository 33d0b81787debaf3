// What GET /reports/today answers.

import type { TODAY } from '#src/reports/shape.ts';
import type { OnScreen } from '#src/shape/shape.ts';

export type TodayReport = OnScreen<typeof TODAY>;
/** Figures of a day. */
export type DayFigures = TodayReport['totals'];
/** Those of an hour, beside the same hour a week ago. */
export type HourFigures = TodayReport['hours'][number];
