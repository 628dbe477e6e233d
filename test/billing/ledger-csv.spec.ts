import { parse } from 'csv-parse/sync';
import { startService, type Service } from '../support/harness.js';

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService();
  ({ key } = await service.signUp());
});
afterAll(() => service.close());

async function csv(query = ''): Promise<{ headers: Headers; text: string; rows: Record<string, string>[] }> {
  const answer = await fetch(`${service.url}/v1/billing?format=csv${query}`, { headers: { 'x-api-key': key } });
  const text = await answer.text();
  return { headers: answer.headers, text, rows: parse(text, { columns: true }) };
}

describe('GET /v1/billing?format=csv', () => {
  it('streams every entry once, newest first, with what was paid for', async () => {
    for (let n = 0; n < 3; n += 1) {
      await service.ask('POST', '/v1/verify', {
        key,
        headers: { prefer: 'wait=10' },
        body: { entity_name: `=HYPERLINK("x"), "quoted" ${n}`, jurisdiction: 'us-co' },
      });
    }
    const { headers, text, rows } = await csv();
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe('attachment; filename="standing-ledger.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text.endsWith('\r\n')).toBe(true);
    const { body } = await service.ask('GET', '/v1/billing?limit=100', { key });
    expect(rows.map(({ transaction_id }) => transaction_id)).toEqual(
      body.transactions.map(({ transaction_id }: { transaction_id: string }) => transaction_id),
    );
    expect(rows[0]).toMatchObject({ type: 'charge', amount: '-1', jurisdiction: 'us-co' });
    // Spreadsheets must not run a customer's text as a formula, and numbers stay numbers.
    expect(rows[0]?.['entity_name']).toBe(`'=HYPERLINK("x"), "quoted" 2`);
    expect(rows.at(-1)).toMatchObject({ type: 'grant', amount: '50', balance_after: '50' });
  });

  it('covers the requested days, and refuses an invalid query', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect((await csv(`&from=${today}&to=${today}`)).rows.length).toBeGreaterThan(3);
    expect((await csv('&to=2020-01-01')).rows).toEqual([]);
    expect((await csv('&from=2099-01-01')).rows).toEqual([]);
    for (const query of ['format=xls', 'format=csv&from=yesterday', 'from=2026-01-01']) {
      const { status, body } = await service.ask('GET', `/v1/billing?${query}`, { key });
      expect([query, status, body.error.code]).toEqual([query, 400, 'VALIDATION_ERROR']);
    }
  });
});

describe('GET /v1/account/usage?format=csv', () => {
  it('has a line for each day, operation and key, which add up to the totals', async () => {
    const { headers: made } = await service.ask('GET', '/v1/account', { key });
    expect(made.get('x-credits-charged')).toBe('0');
    const answer = await fetch(`${service.url}/v1/account/usage?format=csv`, { headers: { 'x-api-key': key } });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const rows: Record<string, string>[] = parse(await answer.text(), { columns: true });
    const { totals } = (await service.ask('GET', '/v1/account/usage', { key })).body;
    const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);
    expect([sum('requests'), sum('credits_charged')]).toEqual([totals.requests, totals.credits_charged]);
    expect(rows[0]?.['key_id']).toMatch(/^key_/);
  });
});
