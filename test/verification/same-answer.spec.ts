import { fictionalCompanies } from '@standing/sandbox/companies/fictional-companies';
import { REGISTERS } from '@standing/sandbox/registers';
import { fc } from '../support/property.js';
import { EVERY_JURISDICTION, startSandboxService, type SandboxService } from '../support/harness.js';
import { until } from '../support/until.js';

/** The part of an answer that does not depend on how the record was found. */
interface Told {
  entity_name: string;
  jurisdiction_id: string;
  status: string;
  status_detail: string | null;
  good_standing: boolean | null;
  standing_hint?: unknown;
  registration?: unknown;
}

const WAYS = ['quick', 'deep', 'number', 'deep number', 'search', 'search of another account'] as const;
type Way = (typeof WAYS)[number];

let service: SandboxService;
let buyer: string;
let other: string;
beforeAll(async () => {
  service = await startSandboxService({
    timeoutMs: 20_000,
    env: { FREE_CREDITS: '50' },
    jurisdictions: EVERY_JURISDICTION,
  });
  ({ key: buyer } = await service.signUp());
  ({ key: other } = await service.signUp());
});
afterAll(() => service.close());

const credit = () =>
  service.db.rows(
    `insert into ledger_entries (account_id, type, amount, description) select id, 'adjustment', 5000, 'for a test' from accounts`,
  );

function factsOf(data: Told) {
  const { entity_name, jurisdiction_id, status, status_detail, good_standing, standing_hint, registration } = data;
  return { entity_name, jurisdiction_id, status, status_detail, good_standing, standing_hint, registration };
}

const post = (key: string, path: string, body: object) =>
  service.ask('POST', path, { key, headers: { prefer: 'wait=25' }, body });

/** Returns the record of this number as found in this way; `undefined` if it is not the answer. */
async function found(way: Way, code: string, name: string, number: string): Promise<Told | undefined> {
  if (way === 'search' || way === 'search of another account') {
    const { body } = await post(way === 'search' ? buyer : other, '/v1/search', {
      entity_name: way === 'search' ? name : `${name} Nearby`,
      jurisdictions: [code],
    });
    return (body.results ?? []).find((hit: Told) => hit.jurisdiction_id === number);
  }
  const tier = way.startsWith('deep') ? 'deep' : 'quick';
  const byNumber = way.endsWith('number') ? { jurisdiction_id: number } : {};
  const { body } = await post(buyer, '/v1/verify', { entity_name: name, jurisdiction: code, tier, ...byNumber });
  return body.data?.jurisdiction_id === number ? body.data : undefined;
}

describe.each(REGISTERS.map(({ code, vocabulary }) => [code, fictionalCompanies(vocabulary)] as const))(
  'a company of %s',
  (code, companies) => {
    beforeAll(credit);

    it('is told alike however it is found, and never poorer after questions of others', async () => {
      const known = new Map<string, Told>();
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...companies),
          fc.shuffledSubarray([...WAYS], { minLength: 3 }),
          async ({ name }, ways) => {
            const first = await post(buyer, '/v1/verify', { entity_name: name, jurisdiction: code });
            if (first.status !== 200) return;
            const told: Told = first.body.data;
            const number = told.jurisdiction_id;
            const facts = factsOf(known.get(number) ?? told);
            known.set(number, told);
            expect(factsOf(told)).toEqual(facts);
            for (const way of ways) {
              const again = await found(way, code, told.entity_name, number);
              // A search with another word may not come near the name.
              expect([way, again ? factsOf(again) : facts]).toEqual([way, facts]);
            }
            const { body: entity } = await service.ask('GET', `/v1/entity/${first.body.entity_id}`, { key: buyer });
            expect(factsOf(entity)).toEqual(facts);
          },
        ),
        { numRuns: 12 },
      );
    });

    it('is told alike in a file', async () => {
      const names = companies.slice(0, 12).map(({ name }) => name);
      const file = ['entity_name,jurisdiction', ...names.map((name) => `"${name.replaceAll('"', '""')}",${code}`)];
      const sent = await service.ask('POST', '/v1/batches?start=true', {
        key: other,
        headers: { 'content-type': 'text/csv' },
        body: file.join('\n'),
      });
      const batch = `/v1/batches/${sent.body.batch_id}`;
      await until(async () => (await service.ask('GET', batch, { key: other })).body.status === 'completed');
      const results = await fetch(`${service.url}${batch}/results?format=ndjson`, { headers: { 'x-api-key': other } });
      const rows = (await results.text()).trim().split('\n');
      expect(rows).toHaveLength(names.length);
      for (const [at, line] of rows.entries()) {
        const row = JSON.parse(line);
        const { body } = await post(buyer, '/v1/verify', { entity_name: names[at], jurisdiction: code });
        const told = body.data ?? {};
        expect([row.official_name, row.jurisdiction_id, row.status, row.good_standing, row.confidence]).toEqual(
          [told.entity_name, told.jurisdiction_id, told.status, told.good_standing, told.confidence].map(
            (value) => value ?? null,
          ),
        );
      }
    });
  },
);
