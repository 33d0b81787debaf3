import { provesShortly } from './short.ts';

provesShortly('fleet', 0.4, { 'backends ended': 5, orders: 10, 'events delivered': 20 });
