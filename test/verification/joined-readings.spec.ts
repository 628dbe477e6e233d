import { DETAILS, FakeRegistry, OFFICE, record } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

/** Each reading waits until the test lets it go on. */
class SteppedRegister extends FakeRegistry {
  private readonly waiting: (() => void)[] = [];

  get reading(): number {
    return this.waiting.length;
  }

  override async search(...asked: Parameters<FakeRegistry['search']>): ReturnType<FakeRegistry['search']> {
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    return super.search(...asked);
  }

  async goOn(): Promise<void> {
    await until(() => this.waiting.length > 0);
    this.waiting.shift()?.();
  }
}

let service: Service;
let register: SteppedRegister;
let key: string;
let other: string;
let serial = 0;
let name: string;
beforeAll(async () => {
  service = await startService();
  ({ key } = await service.signUp());
  ({ key: other } = await service.signUp());
  await service.db.rows(
    `insert into ledger_entries (account_id, type, amount, description) select id, 'adjustment', 5000, 'for a test' from accounts`,
  );
});
afterAll(() => service.close());
beforeEach(() => {
  register = new SteppedRegister();
  service.registries.byCode['us-co'] = register;
  name = `Paired Lantern ${['Amber', 'Birch', 'Cedar', 'Dune'][serial++]} Works LLC`;
});

const start = (as: string, more: object): Promise<Answer> =>
  service.ask('POST', '/v1/verify', {
    key: as,
    headers: { prefer: 'respond-async' },
    body: { entity_name: name, jurisdiction: 'us-co', tier: 'deep', ...more },
  });
async function ended(as: string, { body }: Answer): Promise<Answer['body']> {
  const status = async () => (await service.ask('GET', `/v1/verify/status/${body.job_id}`, { key: as })).body;
  await until(async () => !['pending', 'processing'].includes((await status()).status));
  return status();
}
const isReading = () => until(() => register.reading > 0);
const readings = () => register.searches;

describe('force_refresh', () => {
  it('is not answered by a reading that had begun before the request', async () => {
    register.records = [record({ id: '1', name, statusDetail: 'Good Standing' })];
    const early = await start(key, { force_refresh: true });
    await isReading();
    const late = await start(other, { force_refresh: true });
    await register.goOn();
    expect((await ended(key, early)).data.status_detail).toBe('Good Standing');
    register.records = [record({ id: '1', name, statusDetail: 'Delinquent' })];
    await register.goOn();
    const answer = await ended(other, late);
    expect(answer.data.status_detail).toBe('Delinquent');
    expect(readings()).toBe(2);
    const asked = await service.db.row<{ asked: Date }>(
      'select read_after as asked from jobs order by id desc limit 1',
    );
    expect(new Date(answer.data.source.retrieved_at).getTime()).toBeGreaterThanOrEqual(asked!.asked.getTime());
  });

  it('shares the next reading with others that wait for it, and each pays once', async () => {
    register.records = [record({ id: '1', name })];
    const before = await service.balance(other);
    const first = await start(key, {});
    await isReading();
    const late = [await start(other, { force_refresh: true }), await start(other, { force_refresh: true })];
    await register.goOn();
    await ended(key, first);
    await register.goOn();
    for (const one of late) expect((await ended(other, one)).status).toBe('completed');
    expect(readings()).toBe(2);
    expect(await service.balance(other)).toBe(before - 50);
  });

  it('fails and is refunded with the reading that it joined, if the register gives no answer', async () => {
    register.records = [record({ id: '1', name })];
    register.failures = [new Error('broken'), new Error('broken'), new Error('broken')];
    const before = await service.balance(other);
    await start(key, {});
    await isReading();
    const late = await start(other, { force_refresh: true });
    for (let tried = 0; tried < 3; tried++) await register.goOn();
    expect((await ended(other, late)).status).toBe('failed');
    expect(await service.balance(other)).toBe(before);
  });
});

describe('a question that joins a running retrieval with an address of its own', () => {
  it('gets the record that its address points to, read for it, at one price', async () => {
    const elsewhere = { ...OFFICE, line1: '99 Elsewhere Road', postalCode: '81999', city: 'Otherton' };
    register.records = [
      record({ id: '1', name, clues: { office: OFFICE } }),
      record({ id: '2', name, clues: { office: elsewhere } }),
    ];
    register.details = { ...DETAILS, principalAddress: null };
    const first = await start(key, {});
    await isReading();
    const before = await service.balance(other);
    const late = await start(other, { address: '99 Elsewhere Road, Otherton, NY 81999' });
    await register.goOn();
    expect((await ended(key, first)).data).toMatchObject({ jurisdiction_id: '1', match: { review: true } });
    await register.goOn();
    const answer = await ended(other, late);
    expect(answer.data).toMatchObject({ jurisdiction_id: '2', tier: 'deep' });
    expect(answer.data.match.evidence).toContainEqual(expect.objectContaining({ kind: 'address', agrees: true }));
    expect(await service.balance(other)).toBe(before - 15);
  });
});
