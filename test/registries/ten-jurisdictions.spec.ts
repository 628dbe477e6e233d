import { FakeRegistry, record, unavailable } from '../support/fakes.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { until } from '../support/until.js';

const CODES = ['us-co', 'us-ct', 'us-ny', 'us-or', 'us-pa', 'us-dc', 'gb-eaw', 'fr-idf', 'no-03', 'cz-10'];
const FAILING = 'us-pa';
const SLOW = 'no-03';

let service: Service;
beforeAll(async () => {
  service = await startService();
  for (const code of CODES) {
    const registry = new FakeRegistry();
    registry.records = ['LLC', 'Holdings LLC', 'Outfitters LLC'].map((ending, n) =>
      record({ id: `${code}-${n}`, name: `Willow Sextant ${ending}` }),
    );
    service.registries.byCode[code] = registry;
  }
});
afterAll(() => service.close());

it('a search of ten registers, one failing, one slow, returns 202, completes, charges for nine', async () => {
  const { key } = await service.signUp();
  service.registries.of(FAILING).failures = [unavailable(), unavailable(), unavailable()];
  let letGo: (() => void) | undefined;
  service.registries.of(SLOW).held = new Promise((resolve) => (letGo = resolve));
  const read = (query = ''): Promise<Answer> =>
    service.ask('GET', `/v1/search/${started.body.search_id}${query}`, { key });

  const started = await service.ask('POST', '/v1/search', {
    key,
    body: { entity_name: 'Willow Sextant', jurisdictions: CODES, limit: 100 },
  });
  expect(started.status).toBe(202);
  expect(started.body.status).toBe('pending');
  expect(started.headers.get('x-credits-charged')).toBe('20');
  expect(started.headers.get('x-credits-remaining')).toBe('30');

  await until(async () => (await read('?limit=100')).body.results.length === 8 * 3);
  letGo?.();
  const done = await until(async () => {
    const answer = await read('?limit=100');
    return ['pending', 'processing'].includes(answer.body.status) ? undefined : answer;
  });
  expect(done.body).toMatchObject({
    status: 'completed',
    jurisdictions_failed: [FAILING],
    failures: [{ jurisdiction: FAILING, code: 'DATA_SOURCE_UNAVAILABLE' }],
    pagination: { total: 9 * 3 },
  });
  expect(await service.balance(key)).toBe(50 - 2 * 9);
  const entries = await service.db.rows<{ type: string; amount: number }>(
    `select type, sum(amount)::integer as amount from ledger_entries where job_id is not null and search_id is not null group by type order by type`,
  );
  expect(entries).toEqual([
    { type: 'charge', amount: -20 },
    { type: 'refund', amount: 2 },
  ]);

  const shares = await Promise.all(
    done.body.jobs.map(({ job_id: id }: { job_id: string }) => service.ask('GET', `/v1/verify/status/${id}`, { key })),
  );
  expect(done.body.jobs.map(({ jurisdiction }: { jurisdiction: string }) => jurisdiction)).toEqual(CODES);
  const { jobs, results } = done.body;
  const failure = expect.stringMatching(/^DATA_SOURCE_UNAVAILABLE: /);
  const shareOf = (code: string | undefined) =>
    code === FAILING
      ? { error: failure }
      : { results: results.filter((hit: { jurisdiction: string }) => hit.jurisdiction === code) };
  expect(shares.map(({ body }) => body)).toMatchObject(
    jobs.map(({ job_id, jurisdiction, status }: Record<string, string>) => ({
      job_id,
      status,
      ...shareOf(jurisdiction),
    })),
  );

  const walked = [];
  for (let offset = 0; offset < 27; offset++) walked.push(...(await read(`?limit=1&offset=${offset}`)).body.results);
  expect(walked).toEqual(done.body.results);
  expect(new Set(walked.map(({ entity_id: id }) => id)).size).toBe(27);
});
