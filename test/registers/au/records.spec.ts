import { decide } from '../../../src/core/matching/decide.js';
import { readRecordNumber } from '../../../src/core/registries/record-numbers.js';
import { nameQuery } from '../../../src/core/verification/name-query.js';
import { askedRegister, DENIED, told } from '../asked-register.js';

const register = askedRegister();
const never = new AbortController().signal;

const row = (more: object = {}) => ({
  'Company Name': 'IMAGINARY SOMETHING PTY LTD',
  ACN: '990000011',
  Type: 'APTY',
  Status: 'REGD',
  'Date of Registration': '08/01/1990',
  'Current Name': '',
  ...more,
});
const former = (name: string, current: string, more: object = {}) =>
  row({ 'Company Name': name, 'Current Name': current, ...more });
const answer = (...records: object[]) => ({ success: true, result: { total: records.length, records } });
const search = (name: string, ...rows: object[]) => {
  register.double.replyWith(() => ({ body: JSON.stringify(answer(...rows)) }));
  return register.connect('au').of('au').search(nameQuery(name, 'au'), never);
};

const OLD = 'IMAGINARY SOMETHING PTY LTD';
const NEW = 'MADE UP PTY LTD';
const BOTH = [former(OLD, NEW), row({ 'Company Name': NEW })];

describe('Australia', () => {
  it.each([
    ['REGD', ['active', 'Registered', null]],
    ['EXAD', ['active', 'Under external administration', DENIED]],
    ['SOFF', ['active', 'Strike-off action in progress', DENIED]],
    ['NOAC', ['unknown', 'Not active', null]],
    ['PEND', ['unknown', 'Pending', null]],
    ['DRGD', ['dissolved', 'Deregistered', false]],
  ])('reads status and standing of %s, and counts none of them as unknown', async (Status, expected) => {
    const [record] = await register.listed('au', answer(row({ Status })));
    expect(told(record!)).toEqual(expected);
    expect(register.unknown).toEqual([]);
  });

  it('reports a status word without a meaning as unknown, and counts it', async () => {
    const [record] = await register.listed('au', answer(row({ Status: 'QRST' })));
    expect(told(record!)).toEqual(['unknown', 'QRST', null]);
    expect(new Set(register.unknown.map(({ status }) => status))).toEqual(new Set(['QRST']));
  });

  it('reads dates with the day first, and publishes no seat', async () => {
    const [record] = await register.listed('au', answer(row({ 'Previous State of Registration': 'NSW' })));
    expect(record).toMatchObject({
      formationDate: '1990-01-08',
      entityType: 'Australian proprietary company',
      seat: null,
    });
  });

  it('restores the zeros of a number that came as a number', async () => {
    await expect(register.listed('au', answer(row({ ACN: 19 })))).resolves.toMatchObject([{ id: '000000019' }]);
  });

  it.each([
    ['its rows', BOTH],
    ['its rows, the current one first', BOTH.toReversed()],
    ['the row of the former name alone', BOTH.slice(0, 1)],
  ])('calls a company by its current name, found by a former one: %s', async (_, rows) => {
    const { records, complete } = await search(OLD, ...rows);
    expect(complete).toBe(true);
    expect(records).toMatchObject([{ name: NEW, aliases: [{ name: OLD, kind: 'former' }] }]);
  });

  it('reads all names of a number', async () => {
    const rows = [former('FIRST PTY LTD', NEW), former(OLD, NEW), row({ 'Company Name': NEW })];
    register.double.replyWith(() => ({ body: JSON.stringify(answer(...rows)) }));
    const record = await register.connect('au').of('au').findByNumber('990000011', never);
    expect(record).toMatchObject({ name: NEW, aliases: [{ name: 'FIRST PTY LTD' }, { name: OLD }] });
    expect(register.double.requests[0]!.query.get('filters')).toBe('{"ACN":"990000011"}');
  });

  it('gives a name to its present holder, else to whoever had it', async () => {
    const holder = row({ ACN: '990000020' });
    const taken = await search(OLD, former(OLD, NEW), holder);
    expect(decide(OLD, 'au', taken.records, taken)).toMatchObject({ record: { id: '990000020' } });
    const left = await search(OLD, former(OLD, NEW));
    expect(decide(OLD, 'au', left.records, left)).toMatchObject({ record: { id: '990000011', name: NEW } });
  });

  it.each([
    ['000000019', '000000019'],
    ['000 000 019', '000000019'],
    ['ACN 004 085 616', '004085616'],
    ['19', '000000019'],
  ])('reads the number %s as %s', (typed, number) => {
    expect(readRecordNumber('au', typed)).toEqual({ number });
  });

  it.each(['000000018', '89 000 000 019', '0'])('refuses %s, and tells what a number is', (typed) => {
    expect(readRecordNumber('au', typed)).toEqual({ problem: expect.stringContaining('an ACN') });
  });
});
