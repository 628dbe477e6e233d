import { newId } from '../../src/core/ids.js';
import { AccountLimiter } from '../../src/core/concurrency/account-limiter.js';

const FEW = 8;
const MANY = 64;
const MAX_WAITING = 2_000;

let accountLimiter: AccountLimiter;
beforeEach(() => {
  accountLimiter = new AccountLimiter();
});

/** Sends requests of one account. `inside` lists those admitted, in order. */
function come(requests: number, accountId = newId('acc')) {
  const inside: number[] = [];
  const entered = Array.from({ length: requests }, (_, number) =>
    accountLimiter.acquire(accountId).then((leave) => {
      inside.push(number);
      return leave;
    }),
  );
  const leave = async (number: number) => {
    (await entered[number])!();
    await settled();
  };
  return { accountId, inside, entered, leave };
}

const firstNumbers = (many: number) => Array.from({ length: many }, (_, number) => number);
const settled = () => new Promise(setImmediate);

/** Returns how many requests of the account are admitted at once. */
async function placesOf(accountId: ReturnType<typeof newId<'acc'>>): Promise<number> {
  const { inside } = come(2 * MANY, accountId);
  await settled();
  return inside.length;
}

describe('AccountLimiter', () => {
  it('admits a few requests at a time, and the others in order as those leave', async () => {
    const { inside, leave } = come(100);
    await settled();
    expect(inside).toEqual(firstNumbers(FEW));
    expect(accountLimiter.waiting).toBe(100 - FEW);
    await leave(7);
    await leave(0);
    expect(inside).toEqual(firstNumbers(FEW + 4));
    expect(accountLimiter.waiting).toBe(100 - FEW - 4);
  });

  it('adds a place with each request that leaves, up to a bound', async () => {
    const { inside, leave } = come(500);
    for (let number = 0; number < 100; number++) await leave(number);
    expect(inside).toEqual(firstNumbers(100 + MANY));
  });

  it('returns to few places when requests file jobs, and to no fewer', async () => {
    const { accountId, inside, leave } = come(500);
    for (let number = 0; number < 100; number++) await leave(number);
    for (let filed = 0; filed < 10; filed++) accountLimiter.backOff(accountId);
    // 64 requests are inside, and there are 8 places. Each one that leaves adds a place, so the
    // numbers meet after 28.
    for (let number = 100; number < 128; number++) await leave(number);
    expect(inside).toHaveLength(100 + MANY);
    await leave(128);
    expect(inside).toHaveLength(100 + MANY + 2);
  });

  it('keeps the initial places, however many jobs requests file', async () => {
    const { accountId } = come(1);
    for (let filed = 0; filed < 10; filed++) accountLimiter.backOff(accountId);
    expect(await placesOf(accountId)).toBe(FEW - 1);
  });

  it('keeps no other account waiting', async () => {
    come(500);
    expect(await placesOf(newId('acc'))).toBe(FEW);
  });

  it('frees one place, however often a request leaves', async () => {
    const { inside, entered } = come(100);
    const leave = (await entered[0])!;
    leave();
    leave();
    await settled();
    expect(inside).toHaveLength(FEW + 2);
  });

  it('frees a place while its request waits for a register, and readmits it at once', async () => {
    const { accountId, inside, leave } = come(100);
    await settled();
    let answer: (text: string) => void = () => {};
    const aside = accountLimiter.releaseWhile(accountId, () => new Promise<string>((resolve) => (answer = resolve)));
    await settled();
    expect(inside).toEqual(firstNumbers(FEW + 1));
    answer('it is registered');
    expect(await aside).toBe('it is registered');
    await leave(0);
    expect(inside).toEqual(firstNumbers(FEW + 2));
  });

  it('frees the place of a request that leaves while it waits for a register', async () => {
    const { accountId, leave } = come(1);
    await settled();
    let answer = () => {};
    const aside = accountLimiter.releaseWhile(accountId, () => new Promise<void>((resolve) => (answer = resolve)));
    await leave(0);
    answer();
    await aside;
    expect(await placesOf(accountId)).toBe(FEW + 1);
  });

  it('keeps the number of places after the last request has left', async () => {
    const { accountId, leave } = come(20);
    for (let number = 0; number < 20; number++) await leave(number);
    expect(await placesOf(accountId)).toBe(FEW + 20);
  });

  it('forgets an account without requests once very many others have come', async () => {
    const { accountId, leave } = come(1);
    await leave(0);
    const stays = come(1);
    for (let other = 0; other < 10_000; other++) (await accountLimiter.acquire(newId('acc')))();
    expect(await placesOf(accountId)).toBe(FEW);
    await stays.leave(0);
    expect(await placesOf(stays.accountId)).toBe(FEW + 1);
  });

  it('refuses requests when very many wait, and admits them again once those have left', async () => {
    const { accountId, entered } = come(FEW + MAX_WAITING);
    await expect(accountLimiter.acquire(accountId)).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { retry_after_seconds: 1 },
    });
    for (const enter of entered) (await enter)();
    expect(await placesOf(accountId)).toBe(MANY);
  });

  it('keeps idle() waiting until the last request of all accounts has left', async () => {
    const [one, other] = [come(1), come(FEW + 1)];
    await settled();
    let idle = false;
    const waited = accountLimiter.idle(60_000).then(() => (idle = true));
    await one.leave(0);
    for (let number = 0; number < FEW; number++) await other.leave(number);
    expect(idle).toBe(false);
    await other.leave(FEW);
    await waited;
    expect(idle).toBe(true);
  });

  it('ends idle() after its time limit', async () => {
    const { inside, leave } = come(1);
    await accountLimiter.idle(1);
    expect(inside).toEqual([0]);
    await leave(0);
    await accountLimiter.idle(60_000);
  });

  it('does not wait in idle() for requests that wait for a register', async () => {
    const { accountId } = come(1);
    await settled();
    let answer = () => {};
    const aside = accountLimiter.releaseWhile(accountId, () => new Promise<void>((resolve) => (answer = resolve)));
    expect(await Promise.race([aside, accountLimiter.idle(60_000).then(() => 'idle')])).toBe('idle');
    answer();
    await aside;
  });
});
