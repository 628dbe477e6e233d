import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { startService, type Service } from '../support/harness.js';
import type { Visitor } from './visitor.js';
import { accountOfTwos, pagesOf, WHOLE_ENV, type WholeAccount } from './whole-account.js';

/** Parts of what a page is about, which are never more than fit on it; every other table is a list. */
const PARTS = [
  'Credits by day (UTC)',
  'The latest, newest first',
  'Packages',
  'Officers',
  'Latest filings',
  'What the register lists',
  'Rejected rows, in the order of the file',
];

/** What nothing fits, where there is nothing to type. */
const NARROWED: Readonly<Record<string, string>> = {
  '/console/batches': '?status=cancelled',
  '/console/watches': '?status=paused',
};

interface Listed {
  page: string;
  csv: string;
  rows: string[];
}

describe('every table of the console that is a list', () => {
  let service: Service;
  let account: WholeAccount;
  let lists: Listed[];
  beforeAll(async () => {
    service = await startService({ env: WHOLE_ENV });
    account = await accountOfTwos(service);
    lists = await listsOf(account.visitor, pagesOf(service, account));
  });
  afterAll(() => service.close());

  it('is one of those that the sections show, with two rows or more', () => {
    const few = lists.filter(({ rows }) => rows.length < 2).map(({ page }) => page);
    expect([lists.length, few]).toEqual([9, []]);
  });

  it('is paged by cursor: all of its rows come one by one, each once', async () => {
    for (const { page, rows } of lists) {
      expect([page, await oneByOne(account.visitor, page)]).toEqual([page, rows]);
      const wrong = await account.visitor.get(`${page}?cursor=nothing`);
      expect([page, wrong.status]).toEqual([page, 400]);
    }
  });

  it('is downloaded as CSV, row for row', async () => {
    for (const { csv, rows } of lists) {
      const { status, headers, html } = await account.visitor.get(csv);
      expect([csv, status, headers.get('content-type')]).toEqual([csv, 200, 'text/csv; charset=utf-8; header=present']);
      expect([csv, parse(html, { columns: true })]).toEqual([csv, rows.map(() => expect.any(Object))]);
    }
  });

  it('is filtered by what somebody types, on the page and in the file', async () => {
    for (const { page, csv } of lists) {
      const narrowed = NARROWED[page] ?? '?text=nothing+holds+this';
      const { html } = await account.visitor.get(page + narrowed);
      expect([page, rowsIn(html)]).toEqual([page, []]);
      expect([page, html.includes('Nothing here fits')]).toEqual([page, true]);
      const file = await account.visitor.get(csv + narrowed);
      expect([csv, file.status, parse(file.html, { columns: true })]).toEqual([csv, 200, []]);
    }
  });
});

/** The lists of these pages; throws where one has a list that is not narrowed, or not there as CSV. */
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
    found.push({ page, csv, rows: rowsIn(html) });
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

/** The first cell of each row of the list: the rest of a row may change from one look to the next. */
function rowsIn(html: string): string[] {
  const list = html.slice(html.indexOf('class="filter"'));
  const [, body = ''] = /<tbody>([\s\S]*?)<\/tbody>/.exec(list) ?? [];
  return [...body.matchAll(/<tr><td[^>]*>([\s\S]*?)<\/td>/g)].map(([, first = '']) => first);
}
