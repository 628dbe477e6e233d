import { readAgain, readFields } from '../../../core/registries/reading.js';
import type { Filing, FilingHistorySummary } from '../../../core/registries/record.js';

const RECENT_FILINGS = 10;
/** Most rows a portal sends at once. If this many arrive, there may be more. */
const PORTAL_PAGE_ROWS = 1000;

/**
 * Every entity has filed at least its formation, so no rows means that the register does not
 * publish filings.
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

export function filing(date: () => string | null, type: () => string | null): Filing {
  return readFields<Filing>({ date, type });
}
