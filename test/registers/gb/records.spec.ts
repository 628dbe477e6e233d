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
