import { asking } from '../../registries/registry.suite.js';
import { askedRegister, itCountsUnknownStatuses, told } from '../asked-register.js';

const never = new AbortController().signal;
const register = askedRegister();
const { connect, listed, fetched } = register;

itCountsUnknownStatuses(register, 'us-dc', (word) => ({
  features: [{ attributes: { FILE_NUMBER: '1', BUSINESS_NAME: 'Imaginary Something', ENTITY_STATUS: word } }],
}));

describe('the District of Columbia', () => {
  it.each([
    ['Active - In Good Standing', 'active', true],
    ['Active - Not in Good Standing', 'active', false],
    ['Revoked', 'revoked', false],
    ['Inactive - Cancelled', 'inactive', false],
    ['Something New', 'unknown', null],
  ])('reads status and standing of %s', async (word, status, goodStanding) => {
    const attributes = {
      FILE_NUMBER: 'L1',
      BUSINESS_NAME: 'Imaginary Something',
      SUFFIX: 'LLC',
      ENTITY_STATUS: word,
    };
    const [record] = await listed('us-dc', { features: [{ attributes }] });
    expect(told(record!)).toEqual([status, word, goodStanding]);
    expect(record!.name).toBe('Imaginary Something LLC');
  });

  const listing = (number: number) => ({
    attributes: { FILE_NUMBER: `L${number}`, BUSINESS_NAME: `Imaginary ${number} LLC`, ENTITY_STATUS: 'Revoked' },
  });

  it('continues by the rows received when the server sends fewer than requested, and misses none', async () => {
    const all = Array.from({ length: 2_300 }, (_, at) => listing(at));
    register.double.replyWith(({ path, query }) => {
      const from = Number(query.get('resultOffset') ?? 0);
      const rows = path.endsWith('/0/query') ? all : [];
      const page = rows.slice(from, from + 400);
      return { body: JSON.stringify({ features: page, exceededTransferLimit: from + page.length < rows.length }) };
    });
    const { records, complete } = await connect('us-dc').of('us-dc').search(asking('Imaginary Something'), never);
    expect(records).toHaveLength(all.length);
    expect(complete).toBe(true);
  });

  it('skips and counts a nameless row, is then incomplete, and reads an empty status as unknown', async () => {
    const { BUSINESS_NAME: _, ...nameless } = listing(1).attributes;
    const features = [
      { attributes: nameless },
      listing(2),
      { attributes: { ...listing(3).attributes, ENTITY_STATUS: null } },
    ];
    register.double.replyWith(() => ({ body: JSON.stringify({ features }) }));
    const { records, complete } = await connect('us-dc').of('us-dc').search(asking('Imaginary Something'), never);
    expect(records.map(({ id, status }) => [id, status])).toEqual([
      ['L2', 'revoked'],
      ['L3', 'unknown'],
    ]);
    expect(complete).toBe(false);
    expect(register.skipped).toContainEqual({ source: 'us-dc', reason: 'a record without BUSINESS_NAME' });
  });

  it('reads current trade names with their day, and leaves out ended ones', async () => {
    const tradeName = (name: string, status: string) => ({
      attributes: {
        TRADE_NAME: name,
        TRADENAME_STATUS: status,
        INITIAL_FILENUMBER: 'L1',
        EFFECTIVE_DATE: Date.UTC(2015, 2, 2, 5),
      },
    });
    const names = [tradeName('Nowhere Lights', 'Active Trade Name'), tradeName('Gone Lights', 'Cancelled Trade Name')];
    const answers = { '/0/query': { features: [listing(1)] }, '/1/query': { features: names } };
    const aliases = [{ name: 'Nowhere Lights', kind: 'trade', from: '2015-03-02' }];
    await expect(fetched('us-dc', 'L1', answers)).resolves.toMatchObject({ aliases });
    await expect(connect('us-dc').of('us-dc').findByNumber('L1', never)).resolves.toMatchObject({ aliases });
  });

  it.each([
    [Date.UTC(2015, 2, 2, 5), '2015-03-02'],
    [Date.UTC(2015, 6, 2, 4), '2015-07-02'],
    [Date.UTC(2015, 2, 2), '2015-03-02'],
    [Date.UTC(1931, 0, 1, 5), '1931-01-01'],
  ])('reads %d as a day in Washington', async (milliseconds, day) => {
    const attributes = {
      FILE_NUMBER: 'L1',
      BUSINESS_NAME: 'X LLC',
      ENTITY_STATUS: 'Revoked',
      EFFECTIVE_DATE: milliseconds,
    };
    const [record] = await listed('us-dc', { features: [{ attributes }] });
    expect(record!.formationDate).toBe(day);
  });
});

it('the District offers both entities of a number that is listed twice, and reads the listed one', async () => {
  const rows = ['Alpha Imaginary LLC', 'Bravo Imaginary LLC'].map((name) => ({
    attributes: { FILE_NUMBER: 'L9', BUSINESS_NAME: name, ENTITY_STATUS: 'Revoked' },
  }));
  register.double.replyWith(({ path }) => ({
    body: JSON.stringify({ features: path.endsWith('/0/query') ? rows : [] }),
  }));
  const registry = connect('us-dc').of('us-dc');
  const { records } = await registry.search(asking('Bravo Imaginary LLC'), never);
  expect(records.map(({ id, name }) => [id, name])).toEqual(
    rows.map(({ attributes }) => ['L9', attributes.BUSINESS_NAME]),
  );
  for (const record of records) {
    await expect(registry.fetch('L9', never, record)).resolves.toMatchObject({ name: record.name });
  }
  const orders = register.double.requests.map(({ query }) => query.get('orderByFields'));
  expect(orders.filter((order) => order !== null && !order.endsWith('OBJECTID'))).toEqual([]);
});

it('asks the District for a number with and without the zeros after its letter', async () => {
  const conditions: (string | null)[] = [];
  const row = { FILE_NUMBER: 'L900001', BUSINESS_NAME: 'Imaginary 1 LLC', ENTITY_STATUS: 'Revoked' };
  register.double.replyWith(({ path, query }) => {
    const isMain = path.endsWith('/0/query');
    if (isMain) conditions.push(query.get('where'));
    return { body: JSON.stringify({ features: isMain ? [{ attributes: row }] : [] }) };
  });
  const found = await connect('us-dc').of('us-dc').findByNumber('L00900001', never);
  expect(found).toMatchObject({ id: 'L900001' });
  expect(conditions).toEqual(["FILE_NUMBER in ('L00900001','L900001')"]);
});
