import { describeWithRedis } from '../../support/redis.js';
import { runChaos, type Outcome } from './run.js';

/** Every fault once, one after the other. `npm run bench -- chaos` takes ten minutes. */
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

  it('answers every request in the end, with nothing outside the contract', () => {
    expect(outcome.requests).toBeGreaterThan(100);
    expect(outcome.verdict.unanswered).toEqual([]);
  });

  it('loses no job, charge, refund, purchase or webhook', () => {
    expect(outcome.jobs).toBeGreaterThan(20);
    expect(outcome.webhooks).toBeGreaterThan(20);
    expect(outcome.verdict.lost).toEqual([]);
  });

  it('does nothing twice', () => {
    expect(outcome.verdict.doubled).toEqual([]);
  });

  it('keeps its books, signatures and answers correct', () => {
    expect(outcome.verdict.wrong).toEqual([]);
  });

  it('stops each process in order on a signal, and none ends by itself', () => {
    expect(outcome.complaints).toEqual([]);
  });
});
