import type { RegisterRecord } from '../../../src/core/registries/record.js';
import { asking } from '../../registries/registry.suite.js';
import { askedRegister } from '../asked-register.js';

const never = new AbortController().signal;
const ID = '9000001-0';
const register = askedRegister();

const office = (city: string, municipalityCode: string, more: object = {}) => ({
  type: 1,
  postOffices: [{ city, languageCode: '1', municipalityCode }],
  ...more,
});
const company = (more: object) => ({
  businessId: { value: ID },
  names: [{ name: 'Imaginary Something Oy', type: '1', endDate: null }],
  addresses: [office('TAMPERE', '837')],
  tradeRegisterStatus: '1',
  status: '2',
  ...more,
});
const seatIn = (place: string, region: string, jurisdiction: string) => ({
  place,
  region,
  country: 'fi',
  jurisdiction,
});
const TAMPERE = seatIn('TAMPERE', 'Pirkanmaa', 'fi-11');

const answering = (...companies: object[]) =>
  register.double.replyWith(() => ({ body: JSON.stringify({ totalResults: companies.length, companies }) }));
const of = (code: string) => register.connect(code).of(code);
const numbered = (code: string) => of(code).findByNumber(ID, never);

it('finds a company of any region by name, asking the same question as a region', async () => {
  answering(company({}));
  const name = asking('Imaginary Something Oy', / Oy$/);
  const { records, complete } = await of('fi').search(name, never);
  expect([records.map(({ id, seat }) => [id, seat]), complete]).toEqual([[[ID, TAMPERE]], true]);
  const urls = register.double.requests.map(({ query }) => query.toString());
  expect(urls.filter((url) => /location|post/i.test(url))).toEqual([]);
  await expect(of('fi-18').search(name, never)).resolves.toEqual({ records: [], complete: true });
});

it('finds a company of any region by number', async () => {
  answering(company({}));
  await expect(numbered('fi')).resolves.toMatchObject({ id: ID, seat: TAMPERE });
  await expect(of('fi').fetch(ID, never)).resolves.toMatchObject({
    seat: TAMPERE,
    details: { principalAddress: { city: 'TAMPERE', region: null, country: 'FI' } },
  });
  await expect(numbered('fi-18')).resolves.toEqual({ id: ID, movedTo: undefined, place: 'TAMPERE' });
});

it('reads a company of a region as its own register does, and its seat', async () => {
  answering(company({ addresses: [office('ESPOO', '049')] }));
  const part = (await numbered('fi-18')) as RegisterRecord;
  expect(part).not.toHaveProperty('seat');
  const seat = { place: 'ESPOO', region: 'Uusimaa', country: 'fi', jurisdiction: 'fi-18' };
  await expect(numbered('fi')).resolves.toEqual({ ...part, seat });
});

it.each([
  ['without an address', [], null],
  ['of no municipality that we know', [office('TAMPERE', '999')], { place: 'TAMPERE' }],
  ['of a municipality that has merged', [office('HONKAJOKI', '099')], seatIn('HONKAJOKI', 'Satakunta', 'fi-17')],
  ['of Lapland', [office('ROVANIEMI', '698')], seatIn('ROVANIEMI', 'Lappi', 'fi-10')],
  ['with its address ended', [office('TAMPERE', '837', { endDate: '1999-05-06' })], TAMPERE],
  ['abroad', [{ type: 1, country: 'SE', freeAddressLine: 'Sagogatan_3' }], { country: 'se' }],
  ['abroad, in a town', [office('INGENSTANS', '837', { country: 'SE' })], { place: 'INGENSTANS', country: 'se' }],
])('finds a company %s', async (_, addresses, seat) => {
  answering(company({ addresses }));
  const { records, complete } = await of('fi').search(asking('Imaginary Something Oy', / Oy$/), never);
  const found = (await numbered('fi')) as RegisterRecord;
  expect(complete).toBe(true);
  expect([records[0]!.seat, found.seat]).toEqual([seat, seat]);
});

it('withholds a company without a name', async () => {
  answering(company({ names: [] }));
  await expect(numbered('fi')).resolves.toEqual({ id: ID, withholds: 'name' });
});
