import { readAgain, readFields } from '../../../core/registries/reading.js';
import type { Filing, FilingHistorySummary } from '../../../core/registries/record.js';

const RECENT_FILINGS = 10;
/** As many rows as a portal sends at once: at this number there may be more. */
const PORTAL_PAGE_ROWS = 1000;

/**
 * Every entity has filed at least its own formation, so no rows at all means that the register does
 * not publish its filings.
 */
export function summariseFilings(newestFirst: readonly Filing[]): FilingHistorySummary | null {
  if (newestFirst.length === 0) return null;
  const dated = newestFirst.find(({ date }) => date !== null);
  return readFields<FilingHistorySummary>({
    totalFilings: () => (newestFirst.length < PORTAL_PAGE_ROWS ? newestFirst.length : null),
    lastFilingDate: () => (dated ? readAgain(dated, 'date') : null),
    recentFilings: () => newestFirst.slice(0, RECENT_FILINGS),
  });
}

/** One filing, from how its parts are read. */
export function filing(date: () => string | null, type: () => string | null): Filing {
  return readFields<Filing>({ date, type });
}
