/** The bounds of a figure. docs/internals/performance.md explains them. */
export interface Goal {
  atLeast?: number;
  atMost?: number;
}

/** By path and figure. */
export const GOALS: Readonly<Record<string, Readonly<Record<string, Goal>>>> = {
  verify: { 'rate against the baseline': { atLeast: 0.7 }, 'p99 against the baseline': { atMost: 1.3 } },
  'verify-1000': { 'rate against the baseline': { atLeast: 0.6 }, 'p99 against the baseline': { atMost: 1.5 } },
  entity: { 'rate against the baseline': { atLeast: 0.75 } },
  budgets: { 'rate against a key without one': { atLeast: 0.9 } },
  search: { 'verifications it costs': { atMost: 2.2 } },
  uncached: {
    'rate against the baseline': { atLeast: 0.6 },
    'POST to webhook at 10/s, p50, beyond the baseline': { atMost: 8 },
  },
  evidence: {
    'processor time of unknown names against none kept': { atMost: 1.05 },
    'processor time of known names against none kept': { atMost: 1.02 },
  },
  mirror: {
    'rows imported': { atLeast: 50_000 },
    'exact names, p99': { atMost: 3 },
    'one typo, p99': { atMost: 60 },
    'one typo, recall@20': { atLeast: 0.9 },
  },
  suggest: {
    'the mirror: a keystroke, p95': { atMost: 50 },
    'the mirror: one typo, recall@5': { atLeast: 0.95 },
    'beside a batch and an import: a keystroke, p95': { atMost: 50 },
    'beside a batch and an import: one typo, recall@5': { atLeast: 0.95 },
  },
  batches: {
    'known 100,000 rows': { atMost: 50 },
    '100,000 rows of a mirror': { atMost: 200 },
    'what others wait longer, p99': { atMost: 20 },
    'growth of memory': { atMost: 80 },
  },
  statistics: {
    '100,000 rows accepted': { atMost: 15 },
    'their results read': { atMost: 15 },
    'the account exported': { atMost: 15 },
  },
  webhooks: { 'rate against the baseline': { atLeast: 0.65 } },
  idle: {
    'resident, ROLE=all without Postgres': { atMost: 150 },
    'resident, what the console adds': { atMost: 10 },
    'npm start to ready, with a new database': { atMost: 5 },
    'npm start to ready': { atMost: 2 },
  },
  growth: {
    'rate at 100,000 entities against 10,000': { atLeast: 0.85 },
    'rate at 1,000,000 entities against 10,000': { atLeast: 0.85 },
    'rate at 10,000,000 entities against 10,000': { atLeast: 0.85 },
  },
  billing: {
    'page at entry 1, p50': { atMost: 5 },
    'page at entry 50,001, p50': { atMost: 5 },
    'page at entry 99,951, p50': { atMost: 5 },
  },
  queues: {
    'sweep with many ended jobs against a thousand': { atMost: 1.5 },
    'take with many ended jobs against a thousand': { atMost: 1.5 },
  },
  watches: {
    'sweep with nothing due, p50': { atMost: 5 },
    'an edition, until all watches are compared': { atMost: 60 },
    'rate of known names against a service without watches': { atLeast: 0.97 },
  },
  'watch-years': { 'ten years': { atMost: 30 } },
  soak: { 'growth of memory': { atMost: 5 } },
};
