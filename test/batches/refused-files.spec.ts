import { startService, type Service } from '../support/harness.js';

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService();
  ({ key } = await service.signUp());
});
afterAll(() => service.close());

const tooMany = [
  'entity_name,jurisdiction',
  ...Array.from({ length: 100_001 }, (_, n) => `Birch Lane ${n} LLC,us-co`),
].join('\r\n');

const BAD: [string, string | Buffer, number | undefined, string][] = [
  ['UTF-16', Buffer.from('\uFEFFentity_name,jurisdiction\nx,us-co', 'utf16le'), 1, 'UTF-16'],
  ['Latin-1', Buffer.from('entity_name,jurisdiction\nCaf\u00e9,us-co\n', 'latin1'), 2, 'not UTF-8'],
  ['NUL', 'entity_name,jurisdiction\nA,us-co\nB\0,us-co\n', 3, 'NUL'],
  ['an unknown column', 'entity_name,jurisdiction,nmae\nA,us-co,x\n', 1, 'nmae'],
  ['a missing column', 'entity_name\nA\n', 1, 'jurisdiction'],
  ['a column twice', 'entity_name,jurisdiction,tier,tier\nA,us-co,,\n', 1, 'twice'],
  ['a quote that never closes', 'entity_name,jurisdiction\nA,us-co\n"B,us-co\nC,us-co\n', 3, 'never closed'],
  ['a quote inside a cell', 'entity_name,jurisdiction\nThe "B" Inc,us-co\n', 2, 'quotation mark'],
  ['a line over 32 kB', `entity_name,jurisdiction\n${'x'.repeat(33_000)},us-co\n`, 2, '32 kB'],
  ['a row over 32 kB in many lines', `entity_name,jurisdiction\n"${'x\n'.repeat(20_000)}",us-co\n`, 2, '32 kB'],
  ['no row', 'entity_name,jurisdiction\n', undefined, 'no row'],
  ['nothing', '\n', undefined, 'no row'],
  ['too many rows', tooMany, 100_002, '100000'],
];

it.each(BAD)('refuses a file with %s, naming line and reason, and stores nothing', async (_, file, line, reason) => {
  const answer = await fetch(`${service.url}/v1/batches`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-api-key': key },
    body: file as string,
  });
  const body = await answer.json();
  expect({ status: answer.status, body }).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
  expect(body.error.details.line).toBe(line);
  expect(body.error.message).toContain(reason);
  expect(await service.db.rows('select id from batches')).toEqual([]);
});
