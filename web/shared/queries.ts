// What the screens have read, and when it is read again.

import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * The queries of a screen. Made stale while it is being read, a query is read once more as soon as that read has ended:
 * its answer may be of before the change. No read is broken off for it, so that a screen is never behind by more than two
 * reads, however many changes there are. A first read that fails is not repeated: it is said that it failed.
 */
export class Queries extends QueryClient {
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const reading = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
    const joined = { ...options, cancelRefetch: false };
    const again = reading.map(async (query) => {
      await query.promise?.catch(() => undefined);
      if (query.state.data === undefined) return;
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true }, joined);
    });
    await Promise.all([super.invalidateQueries(filters, joined), ...again]);
  }
}
