import { provesShortly } from './short.ts';

provesShortly('seeds', 0.2, { seeds: 10 });
provesShortly('hostile', 0.3, { requests: 50 });
