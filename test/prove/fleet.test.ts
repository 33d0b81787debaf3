import { provesShortly } from './short.ts';

provesShortly('fleet', 'backendsEnded=20,orders=30', {
  'backends ended': 20,
  orders: 30,
  'events delivered': 20,
});
