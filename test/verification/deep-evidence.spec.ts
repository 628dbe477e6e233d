import type { Officer } from '../../src/core/registries/record.js';
import { DETAILS, FakeRegistry, record } from '../support/fakes.js';
import { until } from '../support/until.js';
import {
  startSandboxService,
  startService,
  type Answer,
  type SandboxService,
  type Service,
} from '../support/harness.js';

const findingOf = ({ body }: Answer, kind: string) =>
  body.data.match.evidence?.find((finding: { kind: string }) => finding.kind === kind);

describe('an officer given with a deep verification', () => {
  let service: SandboxService;
  beforeAll(async () => {
    service = await startSandboxService({ timeoutMs: 10_000 });
  });
  afterAll(() => service.close());

  it.each(['us-ct', 'us-or', 'us-pa', 'us-ny', 'gb-eaw', 'gb-sct', 'gb-nir', 'fr-idf', 'no-03', 'cz-10'])(
    'is compared with those whom the answer names, also from the cache and after a refresh: %s',
    async (code) => {
      const account = await service.signUp();
      await service.db.rows(
        `insert into ledger_entries (account_id, type, amount, description) select id, 'adjustment', 500, 'for a test' from accounts`,
      );
      const names = service.sandbox.sampleNames(code) ?? [];
      const verify = (entity_name: string, more: object = {}) =>
        service.ask('POST', '/v1/verify', {
          key: account.key,
          headers: { prefer: 'wait=20' },
          body: { entity_name, jurisdiction: code, tier: 'deep', ...more },
        });
      let answer: Answer | undefined;
      for (const name of names) {
        const tried = await verify(name);
        const officers: { end_date?: string }[] = tried.body.data?.officers ?? [];
        if (officers.some(({ end_date }) => end_date === undefined)) answer ??= tried;
      }
      const officer = answer?.body.data.officers.find((one: { end_date?: string }) => one.end_date === undefined).name;
      const { entity_name: name } = answer?.body.data ?? {};
      expect(officer).toBeTruthy();
      for (const more of [{}, { force_refresh: true }]) {
        const right = await verify(name, { officer, ...more });
        expect(findingOf(right, 'officer')).toMatchObject({ agrees: true });
        const wrong = await verify(name, { officer: 'Zebulon Quartermaine', ...more });
        expect(findingOf(wrong, 'officer')).toMatchObject({ agrees: false });
      }
      const quick = await verify(name, { tier: 'quick', officer });
      expect(findingOf(quick, 'officer')).toMatchObject({
        agrees: null,
        detail: 'the register does not publish it at this tier',
      });
      expect(quick.body.data).not.toHaveProperty('officers');
    },
  );
});

describe('twins that only their details tell apart', () => {
  let service: Service;
  let register: FakeRegistry;
  let officers: Record<string, Officer[]>;
  let key: string;
  const NAME = 'Plumewater Kettles LLC';
  beforeAll(async () => {
    service = await startService();
    register = service.registries.of('us-ct');
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    ({ key } = await service.signUp());
    await service.db.change('delete from answers');
    await service.db.rows(
      `insert into ledger_entries (account_id, type, amount, description) select id, 'adjustment', 500, 'for a test' from accounts`,
    );
    officers = {
      '1000001': [{ name: 'ROWAN P KETTLE', title: null }],
      '1000002': [{ name: 'ODETTE QUILL', title: null }],
    };
    register.records = Object.keys(officers).map((id) => record({ id, name: NAME }));
    register.fetch = async (id) => {
      register.fetches += 1;
      const found = register.records.find((one) => one.id === id);
      return found && { ...found, details: { ...DETAILS, officers: officers[id] ?? null } };
    };
  });
  const verify = (more: object) =>
    service.ask('POST', '/v1/verify', {
      key,
      headers: { prefer: 'wait=10' },
      body: { entity_name: NAME, jurisdiction: 'us-ct', ...more },
    });

  it('are told apart by the officer at deep, from the register and from the cache', async () => {
    const before = await service.balance(key);
    const found = await verify({ tier: 'deep', officer: 'Odette Quill' });
    expect(found.body.data).toMatchObject({ jurisdiction_id: '1000002', match: { evidence: expect.anything() } });
    expect(found.body.data.match.review).not.toBe(true);
    const { fetches } = register;
    const again = await verify({ tier: 'deep', officer: 'Rowan Kettle' });
    expect(again.body.data).toMatchObject({ jurisdiction_id: '1000001' });
    expect(again.body.data.match.review).not.toBe(true);
    expect(register.fetches).toBe(fetches);
    expect(await service.balance(key)).toBe(before - 30);
  });

  it('stay unsure for an officer of neither, and at quick, where no details are told', async () => {
    expect((await verify({ tier: 'deep', officer: 'Zebulon Quartermaine' })).body.data.match.review).toBe(true);
    const quick = await verify({ officer: 'Odette Quill' });
    expect(quick.body.data).toMatchObject({ match: { review: true } });
    expect(findingOf(quick, 'officer')).toMatchObject({ agrees: null });
  });

  it('are told apart in a file, too', async () => {
    const sent = await service.ask('POST', '/v1/batches?start=true', {
      key,
      headers: { 'content-type': 'text/csv' },
      body: `entity_name,jurisdiction,tier,officer\n${NAME},us-ct,deep,Odette Quill\n`,
    });
    const read = async () => (await service.ask('GET', `/v1/batches/${sent.body.batch_id}`, { key })).body;
    await until(async () => (await read()).status === 'completed');
    const results = await fetch(`${service.url}/v1/batches/${sent.body.batch_id}/results?format=ndjson`, {
      headers: { 'x-api-key': key },
    });
    expect(JSON.parse(await results.text())).toMatchObject({
      outcome: 'found',
      jurisdiction_id: '1000002',
      evidence: 'officer: the register names this person',
    });
  });
});
