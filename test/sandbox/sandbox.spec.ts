import { EVERY_JURISDICTION, startSandboxService, type Answer, type SandboxService } from '../support/harness.js';
import { until } from '../support/until.js';

let service: SandboxService;
beforeAll(async () => {
  service = await startSandboxService({ jurisdictions: EVERY_JURISDICTION });
});
afterAll(() => service.close());

const verify = (key: string, body: object): Promise<Answer> =>
  service.ask('POST', '/v1/verify', { key, body, headers: { prefer: 'wait=25' } });
const credits = ({ headers }: Answer) => [
  Number(headers.get('x-credits-charged')),
  Number(headers.get('x-credits-remaining')),
];

const AGENT = { registered_agent: { name: expect.any(String), address: { city: expect.any(String) } } };
const FILINGS = { filing_history_summary: { total_filings: expect.any(Number) } };
const OFFICE = { principal_address: { city: expect.any(String) } };
/** The details of a deep verification, by register that has them. */
const DEEP: Readonly<Record<string, object>> = {
  'us-co': { ...AGENT, ...FILINGS, officers: null },
  'us-ct': { ...AGENT, ...FILINGS },
  'us-ny': { ...AGENT, ...FILINGS },
  'us-or': { ...AGENT, ...OFFICE, filing_history_summary: null },
  'us-pa': { ...OFFICE, registered_agent: null, filing_history_summary: null },
  'us-dc': { ...AGENT, ...OFFICE, officers: null, filing_history_summary: { last_filing_date: expect.any(String) } },
  'gb-eaw': { ...OFFICE, ...FILINGS, registered_agent: null, officers: expect.any(Array) },
  'gb-sct': { ...OFFICE, ...FILINGS, registered_agent: null, officers: expect.any(Array) },
  'gb-nir': { ...OFFICE, ...FILINGS, registered_agent: null, officers: expect.any(Array) },
  'no-03': { ...OFFICE, registered_agent: null, officers: expect.any(Array), filing_history_summary: null },
  'fr-idf': { ...OFFICE, registered_agent: null, officers: expect.any(Array), filing_history_summary: null },
  'cz-10': { ...OFFICE, registered_agent: null, officers: expect.any(Array), filing_history_summary: null },
  'ch-zh': { ...OFFICE, ...FILINGS, formation_date: null, registered_agent: null, officers: null },
  'us-tx': { ...AGENT, principal_address: null, filing_history_summary: null },
};

describe.each(Object.keys(DEEP))('the sandbox register of %s', (jurisdiction) => {
  const published = DEEP[jurisdiction];

  it('verifies a business quick, deep and from the cache, with an exact balance after each', async () => {
    const { key } = await service.signUp();
    const [name] = service.sandbox.sampleNames(jurisdiction) ?? [];

    const quick = await verify(key, { entity_name: name, jurisdiction });
    expect(quick.status).toBe(200);
    expect(quick.body.data).toMatchObject({
      entity_name: name,
      status: jurisdiction === 'us-pa' ? 'unknown' : 'active',
      jurisdiction,
      confidence: 100,
      tier: 'quick',
      match: { method: 'exact' },
      source: { sandbox: true },
    });
    expect(credits(quick)).toEqual([1, 49]);

    const deep = await verify(key, { entity_name: name, jurisdiction, tier: 'deep' });
    expect(deep.status).toBe(200);
    expect(deep.body.data).toMatchObject({
      tier: 'deep',
      entity_type: expect.any(String),
      formation_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      ...published,
    });
    expect(deep.body.data.jurisdiction_id).toBe(quick.body.data.jurisdiction_id);
    expect(deep.body.entity_id).toBe(quick.body.entity_id);
    expect(credits(deep)).toEqual([15, 34]);

    const cached = await service.ask('POST', '/v1/verify', {
      key,
      body: { entity_name: name, jurisdiction, tier: 'deep' },
    });
    expect(cached.status).toBe(200);
    expect(cached.body.job_id).toBeUndefined();
    expect(credits(cached)).toEqual([15, 19]);
  });

  it('returns a confirmed no-match for an unknown name, and charges for it', async () => {
    const { key } = await service.signUp();
    const answer = await verify(key, { entity_name: 'Zyxwv Quorblat Unfounded Holdings', jurisdiction });
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('ENTITY_NOT_FOUND');
    expect(credits(answer)).toEqual([1, 49]);
  });
});

describe.each([...Object.keys(DEEP), 'fi-18', 'ca-bc'])(
  'the sandbox register of %s, asked by number',
  (jurisdiction) => {
    it('confirms the name that the number belongs to, and no other', async () => {
      const { key } = await service.signUp();
      const [name, another] = service.sandbox.sampleNames(jurisdiction) ?? [];
      const { body: byName } = await verify(key, { entity_name: name, jurisdiction });
      const asked = { jurisdiction, jurisdiction_id: byName.data.jurisdiction_id };

      const agreed = await verify(key, { ...asked, entity_name: `${name} ` });
      expect(agreed.body.data).toMatchObject({ entity_name: name, ...asked, match: { method: 'number' } });
      expect(agreed.body.data.confidence).toBe(100);
      expect(credits(agreed)).toEqual([1, 48]);

      const disagreed = await verify(key, { ...asked, entity_name: another });
      expect(disagreed.status).toBe(404);
      expect(disagreed.body.error.details).toMatchObject({ ...asked, number_found: true, closest: [name] });
      expect(credits(disagreed)).toEqual([1, 47]);
    });
  },
);

describe('a number whose holder the register does not publish', () => {
  it.each([
    ['a masked name', '009100017'],
    ['nothing at all', '009100041'],
  ])('is neither absent nor a match, and is free: %s', async (_, number) => {
    const { key } = await service.signUp();
    const asked = { entity_name: 'Licorne Lanternes SARL', jurisdiction: 'fr-idf', jurisdiction_id: number };
    const answer = await verify(key, asked);
    expect(answer.status).toBe(503);
    expect(answer.body.error).toMatchObject({
      code: 'DATA_SOURCE_UNAVAILABLE',
      message: expect.stringContaining(`The register has the number ${number}, but does not publish its name`),
      details: { reason: 'record_withheld', number_found: true },
      suggestion: expect.stringContaining('asking again does not help'),
    });
    expect(credits(answer)).toEqual([0, 50]);
  });
});

describe.each(['fi-18', 'ca-bc'])('the sandbox register of %s, which has no deep verification', (jurisdiction) => {
  it('falls back to quick for a deep request, charges the quick price, and says so', async () => {
    const { key } = await service.signUp();
    const [name] = service.sandbox.sampleNames(jurisdiction) ?? [];
    const answer = await verify(key, { entity_name: name, jurisdiction, tier: 'deep' });
    expect(answer.body.data).toMatchObject({ entity_name: name, status: 'active', tier: 'quick', confidence: 100 });
    expect(credits(answer)).toEqual([1, 49]);
  });
});

const FORCED = {
  'Sandbox Timeout LLC': 'DATA_SOURCE_TIMEOUT',
  'Sandbox Unavailable LLC': 'DATA_SOURCE_UNAVAILABLE',
  'Sandbox Garbage LLC': 'DATA_SOURCE_UNAVAILABLE',
  'Sandbox Flaky LLC': 'found',
  'Sandbox Slow LLC': 'found',
};
const PRICE_QUICK = 1;

interface End {
  outcome: string;
  ledger: number[];
}

/** Returns the outcome of a job for each name in every register, with its charge and its refund. */
async function endsOf(of: SandboxService, names: readonly string[]): Promise<Record<string, End>> {
  const asked = of.sandbox.codes.flatMap((code) => names.map((name) => [code, name] as const));
  const filed = await Promise.all(
    asked.map(async ([jurisdiction, name]) => {
      const { key } = await of.signUp();
      const { body } = await of.ask('POST', '/v1/verify', { key, body: { entity_name: name, jurisdiction } });
      return { what: `${jurisdiction}: ${name}`, name, key, id: body.job_id };
    }),
  );
  await until(async () => (await of.db.rows('select from retrievals where finished_at is null')).length === 0);
  const ends = await Promise.all(
    filed.map(async ({ what, name, key, id }): Promise<[string, End]> => {
      const { body: job } = await of.ask('GET', `/v1/verify/status/${id}`, { key });
      const { body: billing } = await of.ask('GET', '/v1/billing', { key });
      const ledger = billing.transactions.filter(({ job_id }: { job_id?: string }) => job_id === id);
      const found = job.data?.entity_name.toUpperCase() === name.toUpperCase() && 'found';
      return [
        what,
        {
          outcome: job.error?.split(':')[0] ?? found,
          ledger: ledger.map(({ amount }: { amount: number }) => amount).toReversed(),
        },
      ];
    }),
  );
  return Object.fromEntries(ends);
}

describe('a name that forces an outcome', () => {
  it('ends as defined in every register, with its exact bill, and leaves the register operational', async () => {
    // The slow register must stay within the time limit that the silent one must exceed.
    const patient = await startSandboxService({ timeoutMs: 60_000, jurisdictions: EVERY_JURISDICTION });
    try {
      const [silent, ...others] = Object.keys(FORCED);
      for (const [of, names] of [
        [service, [silent!]],
        [patient, others],
      ] as const) {
        const expected = of.sandbox.codes.flatMap((code) =>
          names.map((name) => {
            const outcome = FORCED[name as keyof typeof FORCED];
            const ledger = outcome === 'found' ? [-PRICE_QUICK] : [-PRICE_QUICK, PRICE_QUICK];
            return [`${code}: ${name}`, { outcome, ledger }];
          }),
        );
        expect(await endsOf(of, names)).toEqual(Object.fromEntries(expected));
        const { body } = await of.ask('GET', '/v1/jurisdictions');
        const statuses = new Map(body.jurisdictions.map(({ code, source_status: status }: any) => [code, status]));
        for (const code of of.sandbox.codes) expect([code, statuses.get(code)]).toEqual([code, 'operational']);
      }
    } finally {
      await patient.close();
    }
  });

  it('returns the error of its category to a waiting caller, without a charge', async () => {
    const expected = {
      'Sandbox Timeout LLC': [504, 'DATA_SOURCE_TIMEOUT', 0, 50],
      'Sandbox Unavailable LLC': [503, 'DATA_SOURCE_UNAVAILABLE', 0, 50],
      'Sandbox Garbage LLC': [503, 'DATA_SOURCE_UNAVAILABLE', 0, 50],
    };
    const outcomes = await Promise.all(
      Object.keys(expected).map(async (name) => {
        const { key } = await service.signUp();
        const answer = await verify(key, { entity_name: name, jurisdiction: 'us-or' });
        return [name, [answer.status, answer.body.error?.code, ...credits(answer)]];
      }),
    );
    expect(Object.fromEntries(outcomes)).toEqual(expected);
  });
});
