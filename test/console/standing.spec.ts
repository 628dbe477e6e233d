import { newEmail, startService, type Service } from '../support/harness.js';
import { record, unavailable } from '../support/fakes.js';
import { until } from '../support/until.js';
import { textOf, Visitor } from './visitor.js';

const HINT = { goodStanding: false, because: 'A filing is overdue.' };
const BUSINESSES = [
  record({ id: '20190000001', name: 'Alder Bridge Ferries LLC' }),
  record({ id: '20190000002', name: 'Birch Harbour Cranes LLC', status: 'dissolved', goodStanding: true }),
  record({ id: '20190000003', name: 'Cedar Point Bakery LLC', goodStanding: null, standingHint: HINT }),
  record({ id: '20190000004', name: 'Dune Harbor Masonry LLC', goodStanding: null }),
];
const SIGNS = [
  ['good', 'In good standing'],
  ['bad', 'Ended'],
  ['warning', 'Not in good standing'],
  ['grey', 'Not stated'],
] as const;
const WANTED = ['good', 'ended', 'not_good', 'not_stated'];

describe('the standing of a business', () => {
  let service: Service;
  let visitor: Visitor;
  let key: string;
  beforeAll(async () => {
    service = await startService();
    service.registries.of('us-co').records = BUSINESSES;
    const email = newEmail();
    ({ key } = await service.signUp(email));
    visitor = await Visitor.signedIn(service, email);
  });
  afterAll(() => service.close());

  async function batch(names: readonly string[]): Promise<string> {
    const sent = await fetch(`${service.url}/v1/batches?start=true`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-api-key': key },
      body: ['entity_name,jurisdiction', ...names.map((name) => `${name},us-co`)].join('\n'),
    });
    const { batch_id: id } = (await sent.json()) as { batch_id: string };
    await until(async () => (await service.ask('GET', `/v1/batches/${id}`, { key })).body.status === 'completed');
    return id;
  }

  const results = async (id: string, query = '') => {
    const file = await fetch(`${service.url}/v1/batches/${id}/results?format=ndjson${query}`, {
      headers: { 'x-api-key': key },
    });
    return (await file.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('gives its colour and its words to the answer, the business and the lists, and filters them', async () => {
    for (const [index, { name }] of BUSINESSES.entries()) {
      const body = { entity_name: name, jurisdiction: 'us-co' };
      const { body: job } = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body });
      const [tone, words] = SIGNS[index] ?? [];
      for (const page of [`/console/jobs/${job.job_id}`, `/console/entities/${job.entity_id}`]) {
        const { html } = await visitor.get(page);
        expect([page, html]).toEqual([page, expect.stringContaining(`<div class="verdict ${tone}"><strong>${words}<`)]);
      }
    }
    for (const list of ['/console/jobs', '/console/entities']) {
      const { html } = await visitor.get(list);
      for (const [tone, words] of SIGNS) expect(html).toContain(`<span class="state ${tone}">${words}</span>`);
      for (const [index, standing] of WANTED.entries()) {
        const shown = await visitor.get(`${list}?standing=${standing}`);
        const file = await visitor.get(`${list}.csv?standing=${standing}`);
        for (const [at, { name }] of BUSINESSES.entries()) {
          expect([standing, name, shown.html.includes(`>${name}<`)]).toEqual([standing, name, at === index]);
          expect([standing, name, file.html.includes(name)]).toEqual([standing, name, at === index]);
        }
      }
    }
  });

  it('is a column, a filter and figures of a batch, where a duplicate counts as what it repeats', async () => {
    const names = BUSINESSES.map(({ name }) => name);
    const id = await batch([...names, names[1]!]);
    const page = textOf((await visitor.get(`/console/batches/${id}`)).html);
    expect(page).toContain('Found 5 Not sure 0 Absent 0 Unreachable 0');
    expect(page).toContain('In good standing 1 Not stated 1 Not in good standing 1 Ended 2');
    expect(page).toContain('Found (same as line 3) Evidence Ended');
    const ended = textOf((await visitor.get(`/console/batches/${id}?standing=ended`)).html);
    expect(ended).toContain(names[1]);
    expect(ended).not.toContain(names[0]);
    expect((await results(id)).map(({ standing }) => standing)).toEqual([...WANTED, 'ended']);
    expect(await results(id, '&standing=ended')).toMatchObject([
      { line: 3, outcome: 'found', answer: 'found', duplicate_of: null },
      { line: 6, outcome: 'duplicate', answer: 'found', duplicate_of: 3 },
    ]);
    expect((await results(id, '&answer=found')).length).toBe(5);
  });

  it('stays open where it is not certain which business is meant', async () => {
    const twin = 'Elm Street Tailors LLC';
    service.registries.of('us-co').records = [
      record({ id: '20190000005', name: twin }),
      record({ id: '20190000006', name: twin, status: 'dissolved' }),
    ];
    const [unsure] = await results(await batch([twin]));
    expect(unsure).toMatchObject({ answer: 'review', standing: null });
    service.registries.of('us-co').records = BUSINESSES;
  });

  it('asks unreachable rows again from the page, as a file of their own, as often as needed', async () => {
    const registry = service.registries.of('us-co');
    const fails = () => (registry.failures = [unavailable(), unavailable(), unavailable()]);
    registry.records = [record({ id: '20190000007', name: 'Fir Lane Printers LLC' })];
    fails();
    const first = `/console/batches/${await batch(['Fir Lane Printers LLC', 'Fir Lane Printers LLC'])}`;
    const shown = textOf((await visitor.get(first)).html);
    expect(shown).toContain('Ask the 2 unreachable again (at most 1 credit)');
    expect(shown).not.toContain('DATA_SOURCE');
    expect(shown).toContain('Unreachable (same as line 2)');
    expect((await visitor.get(first)).html).not.toContain('/evidence"');
    expect((await results(first.replace('/console/batches/', ''))).map(({ evidence_path }) => evidence_path)).toEqual([
      null,
      null,
    ]);
    fails();
    const ended = async (path: string) =>
      until(async () => {
        const { html } = await visitor.get(path);
        return html.includes('data-pending') ? undefined : textOf(html);
      });
    const press = async (page: string) =>
      (await visitor.press(page, `${page}/again`, { max_credits: '1' })).location ?? '';
    const second = await press(first);
    expect((await visitor.get(first)).html).toContain(`href="${second}"`);
    expect(second).not.toBe(first);
    expect(await ended(second)).toContain('Unreachable 2');
    const third = await press(second);
    const answered = await ended(third);
    expect(answered).toContain('Found 2 Not sure 0');
    expect(answered).toContain('Found (same as line 2)');
    expect(answered).not.toContain('unreachable again');
    const none = await visitor.press(third, `${third}/again`, { max_credits: '1' });
    expect([none.status, textOf(none.html)]).toEqual([
      400,
      expect.stringContaining('Every row of this batch was answered.'),
    ]);
  });
});
