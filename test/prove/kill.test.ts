import { provesShortly } from './short.ts';

provesShortly('kill', 0.5, { crashes: 2, orders: 10, 'events delivered': 20 });
