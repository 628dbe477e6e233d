import type { Id } from '../ids.js';
import type { Operation } from './charge.js';

export interface UsageCount {
  /**
   * Charged requests. A search over several jurisdictions counts once, a free request does not
   * count.
   */
  requests: number;
  creditsCharged: number;
  creditsRefunded: number;
}

export interface UsageRow extends UsageCount {
  /** UTC, `YYYY-MM-DD`. */
  date: string;
  operation: Operation;
  keyId: Id<'key'> | undefined;
  /** The application that spent it, with its token or a key it created. */
  grantId: string | undefined;
}

export interface Usage {
  totals: UsageCount;
  byOperation: (UsageCount & { operation: Operation })[];
  byDay: (UsageCount & { date: string })[];
  byKey: (UsageCount & { keyId: Id<'key'> | undefined })[];
  byGrant: (UsageCount & { grantId: string | undefined })[];
}

const NOTHING: UsageCount = { requests: 0, creditsCharged: 0, creditsRefunded: 0 };

/** Groups the same rows four ways; each way adds up to the totals. */
export function summarise(rows: readonly UsageRow[], days: readonly string[]): Usage {
  const sumWhere = (belongs: (row: UsageRow) => boolean) => rows.filter(belongs).reduce(add, NOTHING);
  const operations = [...new Set(rows.map(({ operation }) => operation))].toSorted();
  const keys = [...new Set(rows.map(({ keyId }) => keyId))];
  const grants = [...new Set(rows.map(({ grantId }) => grantId))];
  return {
    totals: rows.reduce(add, NOTHING),
    byOperation: operations.map((operation) => ({ operation, ...sumWhere((row) => row.operation === operation) })),
    byDay: days.map((date) => ({ date, ...sumWhere((row) => row.date === date) })),
    byKey: keys.map((keyId) => ({ keyId, ...sumWhere((row) => row.keyId === keyId) })),
    byGrant: grants.map((grantId) => ({ grantId, ...sumWhere((row) => row.grantId === grantId) })),
  };
}

function add(a: UsageCount, b: UsageCount): UsageCount {
  return {
    requests: a.requests + b.requests,
    creditsCharged: a.creditsCharged + b.creditsCharged,
    creditsRefunded: a.creditsRefunded + b.creditsRefunded,
  };
}
