import { parse } from 'csv-parse/sync';
import { newEmail, startService, type Service } from '../support/harness.js';
import { record } from '../support/fakes.js';
import { until } from '../support/until.js';
import { Visitor } from './visitor.js';

const ROWS = 10_000;
const A_PAGE = 100;
/** Size of a page of 100 rows, uncompressed. */
const MAX_PAGE_BYTES = 150_000;
/** Every row but the first is a duplicate or rejected, so that no row waits for a register. */
const FILE = [
  'entity_name,jurisdiction,custom_id',
  ...Array.from({ length: ROWS }, (_, at) => `Alder Bridge Ferries LLC,${at % 2 === 0 ? 'us-co' : 'us-zz'},C-${at}`),
].join('\n');

describe('a list of ten thousand rows', () => {
  let service: Service;
  let visitor: Visitor;
  let paths: Record<'jobs' | 'watches' | 'businesses' | 'rows', string>;
  beforeAll(async () => {
    service = await startService();
    service.registries.of('us-co').records = [record({ id: '20190000001', name: 'Alder Bridge Ferries LLC' })];
    const email = newEmail();
    const { key } = await service.signUp(email);
    visitor = await Visitor.signedIn(service, email);
    const batchId = await sendFile(key);
    await addWatches(key);
    await addJobs(key);
    paths = {
      jobs: '/console/jobs',
      watches: '/console/watches',
      businesses: '/console/entities',
      rows: `/console/batches/${batchId}`,
    };
  });
  afterAll(() => service.close());

  async function sendFile(key: string): Promise<string> {
    const headers = { 'content-type': 'text/csv' };
    const { body } = await service.ask('POST', '/v1/batches?start=true', { key, headers, body: FILE });
    await until(async () => {
      const { body: now } = await service.ask('GET', `/v1/batches/${body.batch_id}`, { key });
      return now.status === 'completed';
    });
    return body.batch_id;
  }

  /** The answered row created a business. The others are copies with other names and numbers. */
  async function addWatches(key: string): Promise<void> {
    const { body: found } = await service.ask('GET', '/v1/entity', { key });
    const watched = { entity_id: found.entities[0].entity_id, every: '7d' };
    expect((await service.ask('POST', '/v1/watches', { key, body: watched })).status).toBe(201);
    await service.db.change(
      `with made as (
         insert into entities (id, jurisdiction, sandbox, record_id, record, url, retrieved_at)
         select gen_random_uuid(), jurisdiction, sandbox, 'B' || n, record || jsonb_build_object('name', 'Business ' || n), url, retrieved_at
           from entities, generate_series(2, $1::int) n
         returning id
       ), asked as (
         insert into access (account_id, entity_id, tier, asked_on)
         select a.account_id, made.id, a.tier, a.asked_on from access a, made
       )
       insert into watches (id, account_id, entity_id, jurisdiction, sandbox, every, tier, seen, seen_at, seen_reading, next_check_at)
       select gen_random_uuid(), w.account_id, made.id, w.jurisdiction, w.sandbox, w.every, w.tier, w.seen, w.seen_at, w.seen_reading, w.next_check_at
         from watches w, made`,
      [ROWS],
    );
  }

  async function addJobs(key: string): Promise<void> {
    const asked = { entity_name: 'Alder Bridge Ferries LLC', jurisdiction: 'us-co', tier: 'deep', force_refresh: true };
    const { body: job } = await service.ask('POST', '/v1/verify', { key, body: asked });
    await until(async () => {
      const { body } = await service.ask('GET', `/v1/verify/status/${job.job_id}`, { key });
      return body.status === 'completed';
    });
    await service.db.change(
      `insert into jobs (id, account_id, retrieval_id, entity_name, jurisdiction, tier, amount_credits, status, result, created_at, completed_at)
       select gen_random_uuid(), account_id, retrieval_id, 'Job ' || n, jurisdiction, tier, amount_credits, status, result, created_at, completed_at
         from jobs, generate_series(2, $1::int) n`,
      [ROWS],
    );
  }

  it.each(['jobs', 'watches', 'businesses', 'rows'] as const)(
    'shows %s in bounded pages up to the last, and exports them whole',
    async (list) => {
      const shown: string[] = [];
      let pages = 0;
      for (let next: string | undefined = `${paths[list]}?limit=${A_PAGE}`; next !== undefined; pages++) {
        const { status, html } = await visitor.get(next);
        expect([next, status, html.length <= MAX_PAGE_BYTES]).toEqual([next, 200, true]);
        shown.push(...firstCells(html));
        const [more] = /[^"]+(?=">Next page)/.exec(html) ?? [];
        next = more && `${more.replaceAll('&amp;', '&')}&limit=${A_PAGE}`;
      }
      expect([pages, shown.length, new Set(shown).size]).toEqual([ROWS / A_PAGE, ROWS, ROWS]);

      const file = list === 'rows' ? `${paths.rows}/results.csv` : `${paths[list]}.csv`;
      const rows: Record<string, string>[] = parse((await visitor.get(file)).html, { columns: true });
      const ids = rows.map(
        ({ job_id, watch_id, entity_id, line }) =>
          ({ jobs: job_id, watches: watch_id, businesses: entity_id, rows: line })[list],
      );
      expect([ids.length, new Set(ids).size]).toEqual([ROWS, ROWS]);
      // The pages and the file list the same rows in the same order.
      const inFile = ids.map((id) => String(list === 'rows' ? Number(id).toLocaleString('en') : id));
      expect(shown.findIndex((cell, at) => !cell.includes(inFile[at] ?? 'nothing'))).toBe(-1);
    },
  );
});

/** Returns the first cell of each row, with its link. */
function firstCells(html: string): string[] {
  const list = html.slice(html.indexOf('class="filter"'));
  const [, body = ''] = /<tbody>([\s\S]*?)<\/tbody>/.exec(list) ?? [];
  return [...body.matchAll(/<tr><td[^>]*>([\s\S]*?)<\/td>/g)].map(([, first = '']) => first);
}
