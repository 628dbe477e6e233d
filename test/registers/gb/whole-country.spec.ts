import { identifiersOf } from '../../../src/core/entities/verified-entity.js';
import type { RegisterRecord } from '../../../src/core/registries/record.js';
import { asking } from '../../registries/registry.suite.js';
import { askedRegister } from '../asked-register.js';

const never = new AbortController().signal;
const register = askedRegister();
const { connect, fetched } = register;

const profile = (number: string, more: object = {}) => ({
  company_name: 'IMAGINARY SOMETHING LTD',
  company_number: number,
  company_status: 'active',
  type: 'ltd',
  registered_office_address: { locality: 'Inverfable', region: 'Nowhereshire', country: 'Scotland' },
  ...more,
});
const answers = (company: ReturnType<typeof profile>) => ({ [`/company/${company.company_number}`]: company });
const read = (company: ReturnType<typeof profile>) => fetched('gb', company.company_number, answers(company));

/** Returns the same company as the part and the country read it. */
async function readByBoth(part: string, company: ReturnType<typeof profile>) {
  const number = company.company_number;
  register.double.replyWith(() => ({ body: JSON.stringify(company) }));
  const ask = (code: string) => connect(code).of(code).findByNumber(number, never) as Promise<RegisterRecord>;
  return { part: await ask(part), country: await ask('gb') };
}

describe('Companies House, asked for the whole country', () => {
  it('lists the companies of all nations, each with its nation', async () => {
    const items = ['00000001', 'SC000002', 'NI000003', 'OC000004'].map((number) => ({
      title: 'IMAGINARY SOMETHING LTD',
      company_number: number,
      company_status: 'active',
      company_type: 'ltd',
    }));
    register.double.replyWith(({ path }) =>
      path === '/search/companies'
        ? { body: JSON.stringify({ items }) }
        : { status: 404, body: JSON.stringify({ errors: [{ error: 'no-results' }] }) },
    );
    const { records, complete } = await connect('gb').of('gb').search(asking('Imaginary Something Ltd'), never);
    expect(complete).toBe(true);
    expect(records.map(({ id, seat }) => [id, seat])).toEqual([
      ['00000001', { country: 'gb', jurisdiction: 'gb-eaw' }],
      ['SC000002', { country: 'gb', jurisdiction: 'gb-sct' }],
      ['NI000003', { country: 'gb', jurisdiction: 'gb-nir' }],
      ['OC000004', { country: 'gb', jurisdiction: 'gb-eaw' }],
    ]);
    expect(JSON.stringify(register.double.requests)).not.toMatch(/gb-|scotland|location/i);
  });

  it.each([
    ['gb-eaw', '00000001'],
    ['gb-sct', 'SC000002'],
    ['gb-nir', 'NI000003'],
  ])('reads the record that %s reads, with its seat and the identifiers of its nation', async (nation, number) => {
    const { part, country } = await readByBoth(nation, profile(number));
    const seat = { place: 'Inverfable', region: 'Nowhereshire', country: 'gb', jurisdiction: nation };
    expect(country).toEqual({ ...part, seat });
    expect(part).not.toHaveProperty('seat');
    expect(identifiersOf('gb', country)).toEqual(identifiersOf(nation, part));
  });

  it('trusts the profile over the prefix', async () => {
    const record = await read(profile('00000001', { jurisdiction: 'scotland' }));
    expect(record!.seat).toMatchObject({ country: 'gb', jurisdiction: 'gb-sct' });
    expect(identifiersOf('gb', record!)[0]).toEqual({ scheme: 'RA000587', value: '00000001' });
  });

  it('finds a company without an office', async () => {
    const record = await read(profile('RS000001', { registered_office_address: undefined }));
    expect(record!.seat).toEqual({ country: 'gb', jurisdiction: 'gb-eaw' });
  });

  it.each([
    [
      'its address',
      { locality: 'Nowhereville', country: 'United States' },
      {},
      { place: 'Nowhereville', country: 'us' },
    ],
    [
      'its home register',
      { address_line_1: 'Branch Registration', address_line_2: 'Refer To Parent Registry' },
      { originating_registry: { country: 'FRANCE', name: 'Rcs Nowhere' }, registration_number: '500000000' },
      { country: 'fr' },
    ],
    ['its home state', {}, { originating_registry: { name: 'Colorado, USA' } }, { country: 'us' }],
    ['nothing', {}, {}, null],
  ])('finds an overseas company, in the country of %s', async (_, office, details, seat) => {
    const more = { type: 'oversea-company', registered_office_address: office, foreign_company_details: details };
    const record = await read(profile('FC000001', more));
    expect(record!.seat).toEqual(seat);
    expect(identifiersOf('gb', record!)[0]).toEqual({ scheme: 'RA000585', value: 'FC000001' });
  });

  it('seats the branch of an overseas company in the United Kingdom', async () => {
    const record = await read(profile('BR000001', { type: 'uk-establishment' }));
    expect(record).toMatchObject({ isBranch: true, seat: { place: 'Inverfable', country: 'gb' } });
  });
});
