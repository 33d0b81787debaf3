import { provesShortly } from './short.ts';

provesShortly('power', 'cuts=3,orders=15', { cuts: 3, 'control lost': 1, orders: 10 });
