import type { Books, Entry } from './books.js';
import { check, holds, type Verdict } from './checker.js';
import { quietLatency } from './latency.js';
import type { Line } from './record.js';

const accountId = 'acc_1';
const webhook = true;

/**
 * A small valid story: a newcomer who bought, a known answer, a job that was answered, and one that
 * was not.
 */
function story(): { lines: Line[]; books: Books } {
  const asked = { line: 'asked', atMs: 0, accountId, kind: 'new name', price: 1 } as const;
  const tried = { line: 'tried', atMs: 0, durationMs: 5, final: true } as const;
  const told = { line: 'told', atMs: 0, signed: true } as const;
  const entry = (number: number, type: Entry['type'], amount: number, balanceAfter: number, jobId?: string): Entry => ({
    accountId,
    number,
    type,
    amount,
    balanceAfter,
    jobId,
  });
  return {
    lines: [
      { line: 'account', atMs: 0, accountId },
      { line: 'paid', atMs: 0, accountId, sessionId: 'cs_1' },
      { ...asked, id: 'known', kind: 'cached', webhook: false },
      { ...tried, id: 'known', status: 200, jobIds: [] },
      { ...asked, id: 'found', webhook },
      { ...tried, id: 'found', jobIds: [], final: false, trouble: 'the connection was cut' },
      { ...tried, id: 'found', status: 202, jobIds: ['job_found'] },
      { line: 'ended', atMs: 0, jobId: 'job_found', status: 'completed' },
      { ...told, eventId: 'evt_1', event: 'verification.completed', jobId: 'job_found' },
      { ...told, eventId: 'evt_1', event: 'verification.completed', jobId: 'job_found' },
      { ...asked, id: 'silent', webhook },
      { ...tried, id: 'silent', status: 202, jobIds: ['job_silent'] },
      { line: 'ended', atMs: 0, jobId: 'job_silent', status: 'failed' },
      { ...told, eventId: 'evt_2', event: 'verification.failed', jobId: 'job_silent' },
      { line: 'fact', atMs: 1, endMs: 2, entityId: 'ent_1', verifiedAt: '2026-01-01T00:00:00.000Z' },
      { line: 'fact', atMs: 3, endMs: 4, entityId: 'ent_1', verifiedAt: '2026-01-02T00:00:00.000Z' },
      { line: 'balance', atMs: 0, accountId, credits: 148 },
    ],
    books: {
      accounts: [{ id: accountId, balance: 148 }],
      jobs: [
        { id: 'job_found', accountId, status: 'completed', price: 1 },
        { id: 'job_silent', accountId, status: 'failed', price: 1 },
      ],
      entries: [
        entry(1, 'grant', 50, 50),
        entry(2, 'purchase', 100, 150),
        entry(3, 'charge', -1, 149),
        entry(4, 'charge', -1, 148, 'job_found'),
        entry(5, 'charge', -1, 147, 'job_silent'),
        entry(6, 'refund', 1, 148, 'job_silent'),
      ],
    },
  };
}

type Told = ReturnType<typeof story>;

const without = (told: Told, matches: (line: Line) => boolean) => {
  told.lines = told.lines.filter((line) => !matches(line));
};
const entryOf = ({ books }: Told, type: Entry['type']) => books.entries.findIndex((entry) => entry.type === type);
const change = (told: Told, of: string, by: object) => {
  told.lines = told.lines.map((line) => (line.line === of ? { ...line, ...by } : line));
};

const BROKEN: [string, keyof Verdict, (told: Told) => void][] = [
  [
    'a request without an answer',
    'unanswered',
    (told) => without(told, (line) => line.line === 'tried' && line.id === 'found'),
  ],
  ['an answer the contract does not know', 'wrong', (told) => change(told, 'tried', { status: 503, surprise: true })],
  [
    'a request that was given two jobs',
    'doubled',
    (told) => told.lines.push({ ...(told.lines[6] as Line & { line: 'tried' }), jobIds: ['job_silent'] }),
  ],
  ['a job that is gone', 'lost', ({ books }) => void books.jobs.shift()],
  ['a job that was never seen to end', 'lost', (told) => without(told, ({ line }) => line === 'ended')],
  ['a job that ended otherwise than it is', 'wrong', ({ books }) => void (books.jobs[0]!.status = 'refunded')],
  [
    'a job that nobody was told of',
    'doubled',
    ({ books }) => void books.jobs.push({ id: 'job_3', accountId, status: 'completed', price: 1 }),
  ],
  ['a job without a charge', 'lost', ({ books }) => void books.entries.splice(3, 1)],
  [
    'a job that was charged for twice',
    'doubled',
    ({ books }) => void books.entries.push({ ...books.entries[3]!, number: 7 }),
  ],
  ['a charge of another price', 'wrong', ({ books }) => void (books.entries[3]!.amount = -15)],
  ['a failed job without a refund', 'lost', ({ books }) => void books.entries.pop()],
  ['a refund that came twice', 'doubled', ({ books }) => void books.entries.push({ ...books.entries[5]!, number: 7 })],
  [
    'a refund of an answered job',
    'doubled',
    ({ books }) => void books.entries.push({ ...books.entries[5]!, number: 7, jobId: 'job_found' }),
  ],
  [
    'a known answer that was charged for twice',
    'doubled',
    ({ books }) => void books.entries.push({ ...books.entries[2]!, number: 7 }),
  ],
  ['a known answer that was not charged for', 'lost', (told) => void told.books.entries.splice(2, 1)],
  ['an account that is gone', 'lost', ({ books }) => void books.accounts.pop()],
  ['free credits that were not given', 'lost', (told) => void told.books.entries.splice(entryOf(told, 'grant'), 1)],
  [
    'free credits that were given twice',
    'doubled',
    ({ books }) => void books.entries.push({ ...books.entries[0]!, number: 7 }),
  ],
  ['a purchase that was not credited', 'lost', (told) => void told.books.entries.splice(entryOf(told, 'purchase'), 1)],
  [
    'a purchase that was credited twice',
    'doubled',
    ({ books }) => void books.entries.push({ ...books.entries[1]!, number: 7 }),
  ],
  ['a balance other than was told', 'wrong', (told) => change(told, 'balance', { credits: 1 })],
  [
    'a fact that is older than one told before',
    'wrong',
    ({ lines }) =>
      lines.push({ line: 'fact', atMs: 5, endMs: 6, entityId: 'ent_1', verifiedAt: '2026-01-01T12:00:00.000Z' }),
  ],
  ['a gap in the ledger', 'wrong', ({ books }) => void (books.entries[5]!.number = 7)],
  ['a running balance that is no sum', 'wrong', ({ books }) => void (books.entries[4]!.balanceAfter = 0)],
  ['a balance that is no sum', 'wrong', ({ books }) => void (books.accounts[0]!.balance = 149)],
  [
    'an end that no webhook told',
    'lost',
    (told) => without(told, (line) => line.line === 'told' && line.eventId === 'evt_2'),
  ],
  [
    'an end that was told as two events',
    'doubled',
    (told) => told.lines.push({ ...(told.lines[8] as Line & { line: 'told' }), eventId: 'evt_3' }),
  ],
  ['a webhook that is not signed', 'wrong', (told) => change(told, 'told', { signed: false })],
  [
    'a webhook that says otherwise than it was',
    'wrong',
    (told) => change(told, 'told', { event: 'verification.completed' }),
  ],
];

describe('the checker of a chaos run', () => {
  it('finds nothing when every promise was kept', () => {
    const { lines, books } = story();
    const verdict = check(lines, books);
    expect(verdict).toEqual({ unanswered: [], lost: [], doubled: [], wrong: [] });
    expect(holds(verdict)).toBe(true);
  });

  it.each(BROKEN)('finds %s', (_what, kind, spoil) => {
    const told = story();
    spoil(told);
    const verdict = check(told.lines, told.books);
    expect(verdict[kind]).not.toEqual([]);
    expect(holds(verdict)).toBe(false);
  });
});

describe('the latency of known answers', () => {
  it('counts only known answers that began and ended outside every fault', () => {
    const at = (id: string, atMs: number, durationMs: number, kind: 'cached' | 'search' = 'cached'): Line[] => [
      { line: 'asked', atMs, id, accountId, kind, price: 1, webhook: false },
      { line: 'tried', atMs, id, durationMs, status: 200, jobIds: [], final: true },
    ];
    const lines = [
      ...at('a', 0, 10),
      ...at('b', 90, 20),
      ...at('c', 150, 30),
      ...at('d', 301, 40),
      ...at('e', 302, 50, 'search'),
    ];
    const windows = [{ fault: 'a fault', startMs: 100, endMs: 300 }];
    expect(quietLatency(lines, windows)).toEqual({ samples: 2, p50Ms: 10, p99Ms: 40 });
  });
});
