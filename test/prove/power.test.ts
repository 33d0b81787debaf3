import { provesShortly } from './short.ts';

provesShortly('power', 0.5, { cuts: 2, 'control lost': 1, orders: 10 });
