import { provesShortly } from './short.ts';

provesShortly('kill', 'crashes=4,orders=30', { crashes: 4, orders: 30, 'events delivered': 20 });
