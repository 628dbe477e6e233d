import { asking } from '../../registries/registry.suite.js';
import { askedRegister, told, DENIED } from '../asked-register.js';

const never = new AbortController().signal;
const register = askedRegister();
const { connect, fetched } = register;

describe('Companies House', () => {
  const profile = (more: object) => ({
    '/company/00000001': {
      company_name: 'IMAGINARY SOMETHING LTD',
      company_number: '00000001',
      type: 'ltd',
      ...more,
    },
    '/officers': {
      items: [
        { name: 'ONE, Fictional', officer_role: 'director' },
        { name: 'TWO, Fictional', officer_role: 'secretary', resigned_on: '2020-01-31' },
      ],
    },
  });

  it('reads the former name that the ranked search found, beside a current name of the same words', async () => {
    const item = { company_number: '00000001', company_status: 'active', company_type: 'ltd' };
    const name = 'IMAGINARY SOMETHING HOLDINGS LTD';
    const found = { ...item, title: name, snippet: 'IMAGINARY SOMETHING ', matches: { snippet: [1, 9] } };
    register.double.replyWith(({ path }) => ({
      body: JSON.stringify(
        path.startsWith('/advanced') ? { items: [{ ...item, company_name: name }], hits: 1 } : { items: [found] },
      ),
    }));
    const { records, complete } = await connect('gb-eaw').of('gb-eaw').search(asking('Imaginary Something'), never);
    expect([records.map(({ aliases }) => aliases), complete]).toEqual([
      [[{ name: 'IMAGINARY SOMETHING', kind: 'former' }]],
      true,
    ]);
  });

  it.each([
    [{ company_status: 'active' }, ['active', 'active', null]],
    [{ company_status: 'active', accounts: { overdue: true } }, ['active', 'active', DENIED]],
    [
      { company_status: 'active', company_status_detail: 'active-proposal-to-strike-off' },
      ['active', 'active-proposal-to-strike-off', DENIED],
    ],
    [{ company_status: 'liquidation' }, ['active', 'liquidation', DENIED]],
    [{ company_status: 'dissolved' }, ['dissolved', 'dissolved', false]],
    [{ company_status: 'something-new' }, ['unknown', 'something-new', null]],
  ])('reads status and standing of %j', async (more, expected) => {
    const record = await fetched('gb-eaw', '00000001', profile(more));
    expect(told(record!)).toEqual(expected);
    expect(record!.details.officers).toEqual([
      { name: 'ONE, Fictional', title: 'director' },
      { name: 'TWO, Fictional', title: 'secretary', endDate: '2020-01-31' },
    ]);
    expect(record!.details.filingHistorySummary).toBeNull();
  });

  it.each([
    [{ country: 'FRANCE', name: 'Rcs Nowhere (Fictional Register)' }, 'fr'],
    [{ country: 'UNITED STATES', name: 'Colorado, USA' }, 'us-co'],
    [{ country: 'UNITED STATES', name: 'Somewhere' }, 'us'],
    [{ country: 'GEORGIA' }, 'ge'],
    [{ name: 'Delaware, USA' }, 'us-de'],
  ])(
    'names the country or the state of an overseas company registered at %j',
    async (originating_registry: { country?: string; name?: string }, code) => {
      const details = { originating_registry, registration_number: '500000000' };
      const more = { type: 'oversea-company', foreign_company_details: details, company_status: 'active' };
      const { home, relations } = (await fetched('gb-eaw', '00000001', profile(more)))!;
      expect(home).toEqual({ jurisdiction: code, name: originating_registry.name ?? originating_registry.country });
      expect(relations).toEqual([{ relation: 'home', jurisdiction: code, number: '500000000' }]);
    },
  );

  it('shows no placeholder as an address, and takes it for no seat', async () => {
    const office = { address_line_1: 'Branch Registration', address_line_2: 'Refer To Parent Registry' };
    const record = await fetched('gb-eaw', '00000001', profile({ registered_office_address: office }));
    expect([record!.details.principalAddress, record!.clues]).toEqual([null, undefined]);
  });

  it.each([
    ['scottish-partnership', 'Scottish qualifying partnership'],
    ['registered-society-non-jurisdictional', 'Registered society'],
    ['something-newer', 'something-newer'],
  ])('words the company type %s', async (type, words) => {
    expect((await fetched('gb-eaw', '00000001', profile({ type })))!.entityType).toBe(words);
  });

  it('trusts the profile over the prefix', async () => {
    const more = { company_status: 'active', jurisdiction: 'scotland' };
    await expect(fetched('gb-eaw', '00000001', profile(more))).rejects.toThrow('elsewhere');
  });

  it('assigns a company to its register by the number, pads it, and sends the key', async () => {
    const items = ['1', 'SC000002', 'NI000003', 'OC000004', 'R0000005'].map((number) => ({
      title: 'IMAGINARY SOMETHING LTD',
      company_number: number,
      company_status: 'active',
    }));
    register.double.replyWith(({ path }) =>
      path === '/search/companies'
        ? { body: JSON.stringify({ items }) }
        : { status: 404, body: JSON.stringify({ errors: [{ error: 'no-results' }] }) },
    );
    const { records } = await connect('gb-eaw').of('gb-eaw').search(asking('Imaginary Something'), never);
    expect(records.map(({ id }) => id)).toEqual(['00000001', 'OC000004']);
    expect(register.double.requests[0]!.headers.authorization).toBe(
      `Basic ${Buffer.from('secret-key:').toString('base64')}`,
    );
  });
});
