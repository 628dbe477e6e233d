import { parse } from 'csv-parse/sync';
import { startService, type Service } from '../support/harness.js';
import { administrator, ADMIN_KEY } from './administrator.js';
import type { Visitor } from './visitor.js';
import { accountOfThrees, pagesOf, wholeAccount, WHOLE_ENV, type WholeAccount } from './whole-account.js';

/** Tables that are part of the page's subject and always fit on it. Every other table is a list. */
const PARTS = [
  'Credits by day (UTC)',
  'Latest verifications, newest first',
  'Packages',
  'Officers',
  'Latest filings',
  'Records in the register',
  'Closest matches first',
  'Latest changes, newest first',
  'Rejected rows, in file order',
  'Receivers that take no webhooks',
  'How each register answered the latest questions',
];

/** Filters without a match, for pages without a text filter. */
const NARROWED: Readonly<Record<string, string>> = {
  '/console/batches': '?status=cancelled',
  '/console/watches': '?status=paused',
  '/console/admin/accounts': '?email_prefix=nothing',
  '/console/admin/batches': '?status=cancelled',
};

interface Listed {
  page: string;
  csv: string;
  rows: string[];
}

const SECTIONS = [
  { of: 'an account', known: 11, openedBy: forAccount },
  { of: 'support', known: 8, openedBy: forSupport },
];

describe.each(SECTIONS)('every list of the console, for $of', ({ known, openedBy }) => {
  let service: Service;
  let visitor: Visitor;
  let lists: Listed[];
  beforeAll(async () => {
    service = await startService({ env: { ...WHOLE_ENV, ADMIN_API_KEY: ADMIN_KEY } });
    const opened = await openedBy(service, await accountOfThrees(service));
    ({ visitor } = opened);
    lists = await listsOf(visitor, opened.pages);
  });
  afterAll(() => service.close());

  it('is one of the known lists, with three rows or more', () => {
    const few = lists.filter(({ rows }) => rows.length < 3).map(({ page }) => page);
    expect([lists.length, few]).toEqual([known, []]);
  });

  it('states the time zone of its times once, in its caption', async () => {
    for (const { page } of lists) {
      const { html } = await visitor.get(page);
      for (const [table] of html.matchAll(/<table>[\s\S]*?<\/table>/g)) {
        const times = [...table.matchAll(/<time[^>]*>([^<]+:\d\d)([^<]*)<\/time>/g)];
        expect([page, times.map(([, , zone]) => zone).filter(Boolean)]).toEqual([page, []]);
        expect([page, table.includes(' · times in UTC</span></caption>')]).toEqual([page, times.length > 0]);
      }
    }
  });

  it('is paged by cursor, with each of its rows once', async () => {
    for (const { page, rows } of lists) {
      expect([page, await oneByOne(visitor, page)]).toEqual([page, rows]);
      const wrong = await visitor.get(`${page}?cursor=nothing`);
      expect([page, wrong.status]).toEqual([page, 400]);
    }
  });

  it('is downloaded as CSV with a byte order mark, row for row', async () => {
    for (const { csv, rows } of lists) {
      const { status, headers, html, bytes } = await visitor.get(csv);
      expect([csv, bytes.subarray(0, 3).toString('hex')]).toEqual([csv, 'efbbbf']);
      expect([csv, status, headers.get('content-type')]).toEqual([csv, 200, 'text/csv; charset=utf-8; header=present']);
      expect([csv, parse(html, { columns: true })]).toEqual([csv, rows.map(() => expect.any(Object))]);
    }
  });

  it('is filtered by typed text, on the page and in the file', async () => {
    for (const { page, csv } of lists) {
      const narrowed = NARROWED[page] ?? '?text=nothing+holds+this';
      const { html } = await visitor.get(page + narrowed);
      expect([page, rowsIn(html)]).toEqual([page, []]);
      expect([page, html.includes('No matches.')]).toEqual([page, true]);
      const file = await visitor.get(csv + narrowed);
      expect([csv, file.status, parse(file.html, { columns: true })]).toEqual([csv, 200, []]);
    }
  });
});

/** These leave rows out until a filter shows them. */
const HIDING = ['/console/jobs', '/console/review'];

describe('a list of the console that is whole with two rows', () => {
  let service: Service;
  let small: WholeAccount;
  beforeAll(async () => {
    service = await startService({ env: WHOLE_ENV });
    small = await wholeAccount(service);
  });
  afterAll(() => service.close());

  it('has neither a filter nor a file, unless it hides rows', async () => {
    const seen: string[] = [];
    for (const page of ['keys', 'watches', 'batches', 'jobs', 'review', 'account/sessions'].map(pageAt)) {
      const { html } = await small.visitor.get(page);
      const rows = [...html.matchAll(/<tr><td/g)].length;
      if (rows < 1 || rows > 2) continue;
      seen.push(page);
      const offers = [html.includes('class="filter"'), html.includes('Download as CSV')];
      expect([page, ...offers]).toEqual([page, HIDING.includes(page), HIDING.includes(page)]);
    }
    expect(seen).toEqual(expect.arrayContaining(['/console/keys', '/console/watches', ...HIDING]));
  });

  it('has both while it is filtered, and on each page of several', async () => {
    for (const query of ['?text=nothing+holds+this', '?limit=1']) {
      const { html } = await small.visitor.get(`/console/keys${query}`);
      expect([html.includes('class="filter"'), html.includes('Download as CSV')]).toEqual([true, true]);
    }
    const [next = ''] = /[^"]+(?=">Next page)/.exec((await small.visitor.get('/console/keys?limit=1')).html) ?? [];
    const { html } = await small.visitor.get(next.replaceAll('&amp;', '&'));
    expect([html.includes('class="filter"'), html.includes('Download as CSV')]).toEqual([true, true]);
  });
});

const pageAt = (name: string) => `/console/${name}`;

interface Opened {
  visitor: Visitor;
  pages: readonly string[];
}

async function forAccount(service: Service, account: WholeAccount): Promise<Opened> {
  const pages = pagesOf(service, account).filter((page) => !page.startsWith('/console/admin'));
  return { visitor: account.visitor, pages };
}

/** Sets up three accounts, three signed-in administrators and editions of three mirrors. */
async function forSupport(service: Service, { key, ids }: WholeAccount): Promise<Opened> {
  const { body } = await service.ask('GET', '/v1/account', { key });
  await service.signUp();
  await service.signUp();
  await administrator(service);
  await administrator(service);
  await service.db.change(
    `insert into mirror_editions (jurisdiction, realm, state, as_of, fingerprint, rows, imported_at)
     select code, 'live', 'current', '2026-01-01', 'a file', 1, now() from unnest(array['us-aa', 'us-bb', 'us-cc']) code`,
  );
  const idOf: Readonly<Record<string, string>> = {
    accounts: body.account_id,
    jobs: ids.jobs,
    batches: ids.batches,
    jurisdictions: 'us-or',
  };
  const pages = service.routes
    .filter((route) => route.startsWith('GET /console/admin') && !/\.csv$|sign-in/.test(route))
    .map((route) =>
      route
        .replace('GET ', '')
        .replace(/(\w+)\/:id/, (_all, section) => `${section}/${idOf[section]}`)
        .replace(':line', '1'),
    );
  return { visitor: await administrator(service), pages };
}

/**
 * Returns the lists of these pages. Throws if a page has several lists, or one without a filter or
 * a CSV download.
 */
async function listsOf(visitor: Visitor, pages: readonly string[]): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const page of pages) {
    const { html } = await visitor.get(page);
    const captions = [...html.matchAll(/<caption>([^<]+)/g)].map(([, caption = '']) => caption);
    const lists = captions.filter((caption) => !PARTS.includes(caption));
    if (lists.length === 0) continue;
    const [csv] = /[^"]+(?=">Download as CSV)/.exec(html) ?? [];
    const narrowed = html.includes(`action="${page}" class="filter"`);
    if (lists.length > 1 || csv === undefined || !narrowed) throw new Error(`${page} has ${lists.join()}, ${csv}`);
    const all = await visitor.get(`${page}?limit=100`);
    found.push({ page, csv, rows: rowsIn(all.html) });
  }
  return found;
}

async function oneByOne(visitor: Visitor, page: string): Promise<string[]> {
  const rows: string[] = [];
  for (let next: string | undefined = `${page}?limit=1`; next !== undefined;) {
    const { html } = await visitor.get(next);
    rows.push(...rowsIn(html));
    const [more] = /[^"]+(?=">Next page)/.exec(html) ?? [];
    next = more && `${more.replaceAll('&amp;', '&')}&limit=1`;
  }
  return rows;
}

/**
 * Returns the first cell of each row of the list. The rest of a row may change between two
 * requests.
 */
function rowsIn(html: string): string[] {
  const list = html.slice(html.indexOf('class="filter"'));
  const [, body = ''] = /<tbody>([\s\S]*?)<\/tbody>/.exec(list) ?? [];
  return [...body.matchAll(/<tr><td[^>]*>([\s\S]*?)<\/td>/g)].map(([, first = '']) => first);
}
