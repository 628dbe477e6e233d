import { describeWithRedis } from '../../support/redis.js';
import { runChaos, type Outcome } from './run.js';

/** Every fault once, one after the other; `npm run bench -- chaos` takes ten minutes. */
const PLAN = {
  seconds: 0,
  everyMs: 1_000,
  awayMs: 5_000,
  whileMs: 1_500,
  silentMs: 8_000,
  suspendedMs: 12_000,
  neighbour: false,
};

describeWithRedis('two API processes and two workers, while one fault follows the other', () => {
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await runChaos(PLAN, (line) => process.stderr.write(`${line}\n`));
  });

  it('answers every request in the end, and with nothing the contract does not know', () => {
    expect(outcome.requests).toBeGreaterThan(100);
    expect(outcome.verdict.unanswered).toEqual([]);
  });

  it('loses nothing it promised: every job ends, every charge, refund, purchase and webhook is there', () => {
    expect(outcome.jobs).toBeGreaterThan(20);
    expect(outcome.webhooks).toBeGreaterThan(20);
    expect(outcome.verdict.lost).toEqual([]);
  });

  it('does nothing twice', () => {
    expect(outcome.verdict.doubled).toEqual([]);
  });

  it('keeps its books, its signatures and its answers as they should be', () => {
    expect(outcome.verdict.wrong).toEqual([]);
  });

  it('has no process end by itself, and each stop in order when signalled', () => {
    expect(outcome.complaints).toEqual([]);
  });
});
