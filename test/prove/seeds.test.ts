import { provesShortly } from './short.ts';

// With little time it plays few seeds in a go.
provesShortly('seeds', 'seeds=10', { seeds: 10 }, 0.2);
provesShortly('hostile', 'requests=100', { requests: 100 });
