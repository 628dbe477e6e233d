import { nameQuery } from '../../../src/core/verification/name-query.js';
import { askedRegister, DENIED, itCountsUnknownStatuses, told } from '../asked-register.js';

const register = askedRegister();
const never = new AbortController().signal;

const STARS = '********NO ADDRESS DETAILS*******';
const company = (more: object = {}) => ({
  company_num: 900_001,
  company_name: 'IMAGINARY SOMETHING LIMITED',
  company_status: 'Normal ',
  company_type: 'LTD - Private Company Limited by Shares',
  company_reg_date: '2020-07-15',
  nard: '2999-01-15',
  company_address_1: 'THE IMAGINARY CHURCH',
  company_address_2: "ST. NOBODY'S PLACE",
  company_address_3: 'DUBLIN 7',
  company_address_4: 'DUBLIN 7, DUBLIN',
  eircode: 'D07 XXXX',
  ...more,
});
const answer = (...records: object[]) => ({ success: true, result: { total: records.length, records } });
const only = async (more: object) => (await register.listed('ie', answer(company(more))))[0]!;
const search = (name: string) => register.connect('ie').of('ie').search(nameQuery(name, 'ie'), never);
const texts = () =>
  register.double.requests.map(({ query }) => (JSON.parse(query.get('q')!) as Record<string, string>)['company_name']);

describe('Ireland', () => {
  it.each([
    [{}, ['active', 'Normal', null]],
    [{ company_status: 'Strike Off Listed', nard: '2021-01-15' }, ['active', 'Strike Off Listed', DENIED]],
    [{ company_status: 'Liquidation' }, ['active', 'Liquidation', DENIED]],
    [{ company_status: 'Receivership ' }, ['active', 'Receivership', DENIED]],
    [{ company_status: 'Dissolved', nard: '1999-01-15' }, ['dissolved', 'Dissolved', false]],
    [{ nard: '2021-01-15T00:00:00' }, ['active', 'Normal', DENIED]],
    [{ nard: null }, ['active', 'Normal', null]],
  ])('reads status and standing of %j', async (more, expected) => {
    expect(told(await only(more))).toEqual(expected);
  });

  itCountsUnknownStatuses(register, 'ie', (word) => answer(company({ company_status: word })));

  it('reads numbers that are JSON numbers, and both forms of dates', async () => {
    expect(await only({})).toMatchObject({ id: '900001', formationDate: '2020-07-15' });
    expect(await only({ company_reg_date: '1983-02-01T00:00:00' })).toMatchObject({ formationDate: '1983-02-01' });
  });

  it('knows nothing of a company that was dissolved long ago', async () => {
    const old = company({
      ...{ company_status: 'Dissolved', company_type: 'Unknown', company_reg_date: null, eircode: null },
      ...{ company_address_1: STARS, company_address_2: STARS, company_address_3: `${STARS} ${STARS}` },
      company_address_4: '***NO ADDRESS DETAILS***',
    });
    const record = await register.fetched('ie', '900001', { '/datastore_search': answer(old) });
    expect(record).toMatchObject({
      ...{ status: 'dissolved', entityType: null, formationDate: null, seat: null },
      details: { principalAddress: null, officers: null },
    });
  });

  it.each([
    [{}, 'DUBLIN 7, DUBLIN', undefined, "ST. NOBODY'S PLACE"],
    [{ company_address_3: 'DUBLIN 8.', company_address_4: 'DUBLIN 8' }, 'DUBLIN 8', undefined, "ST. NOBODY'S PLACE"],
    [{ company_address_3: 'NOWHERE', company_address_4: 'CO. CORK' }, 'NOWHERE', 'CORK', "ST. NOBODY'S PLACE"],
    [{ company_address_2: 'DUBLIN 2', company_address_3: null, company_address_4: null }, 'DUBLIN 2', undefined, null],
  ])('reads the seat and the address from lines that repeat each other: %j', async (more, place, region, line2) => {
    const record = await register.fetched('ie', '900001', { '/datastore_search': answer(company(more)) });
    expect(record!.seat).toEqual({ place, ...(region !== undefined && { region }) });
    const principalAddress = { line1: 'THE IMAGINARY CHURCH', line2, city: place, postalCode: 'D07 XXXX' };
    expect(record!.details).toMatchObject({ principalAddress });
  });

  it('asks for a number as a number, and for nothing that is none', async () => {
    register.double.replyWith(() => ({ body: JSON.stringify(answer()) }));
    const ie = register.connect('ie').of('ie');
    await expect(ie.findByNumber('900001', never)).resolves.toBeUndefined();
    await expect(ie.findByNumber('9 or 1', never)).resolves.toBeUndefined();
    expect(register.double.requests.map(({ query }) => query.get('filters'))).toEqual(['{"company_num":900001}']);
  });

  it('calls no number unregistered of which fewer rows came than there are', async () => {
    const short = { success: true, result: { total: 1, records: [] } };
    register.double.replyWith(() => ({ body: JSON.stringify(short) }));
    const asked = register.connect('ie').of('ie').findByNumber('900001', never);
    await expect(asked).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it.each(['The Who', 'AT&T', 'A T'])('proves nothing by a name of stop words alone: %s', async (name) => {
    register.double.replyWith(() => ({ body: JSON.stringify(answer()) }));
    await expect(search(name)).resolves.toEqual({ records: [], complete: false });
    expect(register.double.requests).toEqual([]);
  });

  it.each([
    ['CO-OP TOOLING', ['CO OP TOOLING']],
    ["O'BRIEN TOOLING", ['OBRIEN TOOLING', 'O BRIEN TOOLING']],
    ['J.B. TOOLING', ['JB TOOLING', 'J.B. TOOLING', 'J B TOOLING']],
    ['SUN RISE', ['SUN RISE', 'SUNRISE']],
    ['Seán Óg Limited', ['Seán Óg']],
    ['Nowhere.com Limited', ['Nowhere.com']],
  ])('asks for %s in the writings that the index keeps apart', async (name, expected) => {
    register.double.replyWith(() => ({ body: JSON.stringify(answer()) }));
    await expect(search(name)).resolves.toEqual({ records: [], complete: true });
    expect(texts()).toEqual(expect.arrayContaining(expected));
    expect(new Set(texts()).size).toBe(texts().length);
  });
});
