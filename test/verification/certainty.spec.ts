import { decide } from '../../src/core/matching/decide.js';
import type { Candidates, NameQuery } from '../../src/core/registries/ports.js';
import type { RegisterRecord } from '../../src/core/registries/record.js';
import { FakeRegistry, record } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { until } from '../support/until.js';
import { fc } from '../support/property.js';

const FRESH_HOURS = 24;

class WatchedRegister extends FakeRegistry {
  lastSearch: { records: RegisterRecord[]; complete: boolean } | undefined;

  override async search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    const found = await super.search(query, signal);
    this.lastSearch = { records: found.records, complete: found.complete };
    return found;
  }
}

let service: Service;
let register: WatchedRegister;
let key: string;
let serial = 0;
let name: string;
let first: RegisterRecord;
let second: RegisterRecord;

beforeAll(async () => {
  service = await startService();
  register = new WatchedRegister();
  service.registries.byCode['us-co'] = register;
  ({ key } = await service.signUp());
});
afterAll(() => service.close());
beforeEach(() => begin());

function begin(): void {
  serial += 1;
  const letters = [...String(serial)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('');
  name = `Phoenix Trading ${letters.repeat(4)} LLC`;
  first = record({ id: `2001${serial}1`, name });
  second = record({ id: `2001${serial}2`, name });
  Object.assign(register, { records: [first], complete: true, delayMs: 0, lastSearch: undefined });
  delete service.registries.editions['us-co'];
}

function verify(more: object = {}): Promise<Answer> {
  const body = { entity_name: name, jurisdiction: 'us-co', ...more };
  return service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body });
}

const byNumber = (number: string, more: object = {}) => verify({ jurisdiction_id: number, ...more });

async function credit(): Promise<void> {
  await service.db.rows(
    `insert into ledger_entries (account_id, type, amount, description) select id, 'adjustment', 5000, 'for a test' from accounts`,
  );
}

/** Ages all stored data by this many hours. */
async function pass(hours: number): Promise<void> {
  const older = (column: string) => `${column} = ${column} - interval '${hours} hours'`;
  await service.db.change(`update answers set ${older('answered_at')}`);
  await service.db.change(`update rankings set ${older('ranked_at')}`);
  await service.db.change(`update entities set ${older('retrieved_at')}, ${older('details_retrieved_at')}`);
  const { editions } = service.registries;
  const edition = editions['us-co'];
  if (edition) editions['us-co'] = new Date(edition.getTime() - hours * 3_600_000);
  await service.heard();
}

async function watchOf(entityId: string): Promise<string> {
  const { body } = await service.ask('POST', '/v1/watches', { key, body: { entity_id: entityId, every: '1d' } });
  return body.watch_id;
}

async function check(watchId: string): Promise<void> {
  const { body } = await service.ask('POST', `/v1/watches/${watchId}/check`, { key });
  await until(async () => {
    const { body: job } = await service.ask('GET', `/v1/verify/status/${body.job_id}`, { key });
    return job.status !== 'pending' && job.status !== 'processing';
  });
}

const UNSURE = { confidence: 75, match: { review: true, alternatives: [expect.anything()] } };

describe('a record read by its number', () => {
  beforeAll(credit);

  it('does not keep a name certain that another business has taken since', async () => {
    const { body } = await verify();
    expect(body.data).toMatchObject({ confidence: 100, jurisdiction_id: first.id });
    const watchId = await watchOf(body.entity_id);
    register.records = [{ ...first, status: 'dissolved', goodStanding: false }, second];
    await pass(23);
    await check(watchId);
    await pass(2);
    expect((await verify()).body.data).toMatchObject({ ...UNSURE, jurisdiction_id: second.id });
  });

  it('does not keep one of two namesakes certain', async () => {
    register.records = [first, second];
    const { body } = await verify();
    expect(body.data).toMatchObject(UNSURE);
    const watchId = await watchOf(body.entity_id);
    await pass(30);
    await check(watchId);
    expect((await verify()).body.data).toMatchObject(UNSURE);
    await pass(30);
    await byNumber(first.id);
    expect((await verify()).body.data).toMatchObject(UNSURE);
  });

  it('supplies its newer facts to the answer of a fresh search', async () => {
    await verify();
    const { searches } = register;
    register.records = [{ ...first, status: 'dissolved', goodStanding: false }];
    await byNumber(first.id, { tier: 'deep' });
    const { body } = await verify();
    expect(body.data).toMatchObject({ status: 'dissolved', confidence: 100 });
    expect(register.searches).toBe(searches);
  });

  it('is returned for its number without another lookup', async () => {
    await verify();
    const { lookups } = register;
    const { body } = await byNumber(first.id);
    expect(body.data).toMatchObject({ jurisdiction_id: first.id, match: { method: 'number' } });
    expect(register.lookups).toBe(lookups);
  });
});

describe('the certainty of a name', () => {
  beforeAll(credit);

  it('uses an earlier search that looked for all records near the name', async () => {
    register.records = [first, second];
    await service.ask('POST', '/v1/search', { key, body: { entity_name: name, jurisdictions: ['us-co'] } });
    const { searches } = register;
    expect((await verify()).body.data).toMatchObject(UNSURE);
    expect(register.searches).toBe(searches);
  });

  it('ignores a search that was not read to the end', async () => {
    register.complete = false;
    expect((await verify()).body.data).toMatchObject({ confidence: 84, match: { review: true } });
    register.complete = true;
    register.records = [first, second];
    expect((await verify()).body.data).toMatchObject(UNSURE);
  });

  it('uses a search for its own words, not one for the same letters as one word', async () => {
    register.records = [];
    expect((await verify({ entity_name: name.replace('Phoenix Trading', 'Phoenixtrading') })).status).toBe(404);
    register.records = [first];
    const { body } = await verify();
    expect(body.data).toMatchObject({ confidence: 100, jurisdiction_id: first.id });
  });

  it('ignores a search in an edition that was replaced', async () => {
    await verify();
    register.records = [first, second];
    service.registries.editions['us-co'] = new Date();
    expect((await verify()).body.data).toMatchObject(UNSURE);
  });

  it('is never given to sixteen concurrent callers who ask for two namesakes', async () => {
    for (let round = 0; round < 3; round += 1) {
      begin();
      register.records = [first, second];
      let letGo: (() => void) | undefined;
      register.held = new Promise((resolve) => (letGo = resolve));
      const ask = (_: unknown, caller: number) => verify(caller % 4 === 3 ? { tier: 'deep' } : {});
      const before = register.searches;
      const early = Array.from({ length: 8 }, ask);
      await until(() => register.searches > before);
      const late = Array.from({ length: 8 }, ask);
      letGo?.();
      const answers = await Promise.all([...early, ...late]);
      for (const { body } of answers) expect(body.data).toMatchObject(UNSURE);
    }
  });
});

type Step =
  | { kind: 'verify' | 'search' | 'read' | 'readDeep' | 'watch' | 'edition' | 'twin' | 'alone' | 'dissolve' | 'rename' }
  | { kind: 'pass'; hours: number }
  | { kind: 'endless' | 'ended' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'verify' as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
  {
    weight: 10,
    arbitrary: fc
      .constantFrom(
        ...([
          'search',
          'read',
          'readDeep',
          'watch',
          'edition',
          'twin',
          'alone',
          'dissolve',
          'rename',
          'ended',
        ] as const),
        'endless' as const,
      )
      .map((kind) => ({ kind })),
  },
);

it('skips review only for what the last complete search would decide, in any history', async () => {
  await credit();
  const changes: Record<string, () => void> = {
    twin: () => (register.records = [...register.records.filter(({ id }) => id !== second.id), second]),
    alone: () => (register.records = register.records.filter(({ id }) => id !== second.id)),
    dissolve: () => change(first.id, { status: 'dissolved', goodStanding: false }),
    rename: () => change(first.id, { name: 'Basalt Heron Plumbing Inc.' }),
    endless: () => (register.complete = false),
    ended: () => (register.complete = true),
  };
  const change = (id: string, facts: Partial<RegisterRecord>) => {
    register.records = register.records.map((one) => (one.id === id ? { ...one, ...facts } : one));
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      begin();
      const unfounded: object[] = [];
      let hours = 0;
      let certain: { records: RegisterRecord[]; hours: number } | undefined;
      let watchId: string | undefined;
      const afterSearch = (before: typeof register.lastSearch) => {
        const { lastSearch } = register;
        if (lastSearch && lastSearch !== before && lastSearch.complete)
          certain = { records: lastSearch.records, hours };
        return lastSearch === before ? undefined : lastSearch;
      };
      for (const { kind, ...more } of [...steps, { kind: 'verify' as const }]) {
        const before = register.lastSearch;
        changes[kind]?.();
        if (kind === 'pass') {
          const { hours: passed } = more as { hours: number };
          hours += passed;
          await pass(passed);
        } else if (kind === 'edition') {
          service.registries.editions['us-co'] = new Date();
          certain = { records: register.records, hours };
        } else if (kind === 'search') {
          await service.ask('POST', '/v1/search', { key, body: { entity_name: name, jurisdictions: ['us-co'] } });
          afterSearch(before);
        } else if (kind === 'read' || kind === 'readDeep') {
          await byNumber(first.id, kind === 'readDeep' ? { tier: 'deep' } : {});
        } else if (kind === 'watch' && watchId !== undefined) {
          await check(watchId);
        } else if (kind === 'verify') {
          const { body } = await verify();
          const asked = afterSearch(before);
          if (body.entity_id && watchId === undefined) watchId = await watchOf(body.entity_id);
          if (!body.data || body.data.match.review) continue;
          const basis = asked?.records ?? certain?.records ?? [];
          const isRecent = asked !== undefined || hours - (certain?.hours ?? -Infinity) < FRESH_HOURS;
          const decision = decide(name, 'us-co', basis);
          const isDecided = decision.kind === 'match' && !decision.match.review;
          const isSame = isDecided && decision.record.id === body.data.jurisdiction_id;
          if (!isRecent || !isSame) unfounded.push({ data: body.data, isRecent, decision });
        }
      }
      expect(unfounded).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
