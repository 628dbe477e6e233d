import { registrationOf } from '../../../src/core/entities/verified-entity.js';
import { askedRegister, itCountsUnknownStatuses, told } from '../asked-register.js';

const never = new AbortController().signal;
const register = askedRegister();
const { connect, listed, fetched } = register;

itCountsUnknownStatuses(register, 'us-tx', (word) => [
  { taxpayer_number: '1', taxpayer_name: 'Imaginary Something', sos_status_code: word },
]);

describe('Texas', () => {
  const row = (sos: string | undefined, right: string | undefined) => ({
    taxpayer_number: '32000000001',
    taxpayer_name: 'IMAGINARY SOMETHING LLC',
    taxpayer_organizational_type: 'CL',
    sos_charter_date: '20050113',
    ...(sos && { sos_status_code: sos }),
    ...(right && { right_to_transact_business_code: right }),
  });

  it.each([
    ['A', 'A', ['active', 'Active', true]],
    ['R', 'D', ['active', 'Reinstated', true]],
    ['A', 'N', ['suspended', 'Right to transact business: Forfeited', false]],
    ['A', 'U', ['active', 'Active', null]],
    ['A', undefined, ['inactive', 'Right to transact business: Franchise tax ended', false]],
    ['D', undefined, ['dissolved', 'Dissolved', false]],
    ['F', 'A', ['suspended', 'Forfeited franchise tax', false]],
    ['T', 'I', ['dissolved', 'Terminated', false]],
    ['M', 'A', ['merged', 'Merged', false]],
    [undefined, 'A', ['active', 'Active', true]],
    [undefined, undefined, ['unknown', null, null]],
    ['G', undefined, ['unknown', 'Miscellaneous', null]],
  ] as const)('reads state %s with right %s', async (sos, right, expected) => {
    const [record] = await listed('us-tx', [row(sos, right)]);
    expect(told(record!)).toEqual(expected);
    expect(record).toMatchObject({ formationDate: '2005-01-13', domestic: true });
  });

  it.each([
    ['CL', { kind: 'domestic', basis: 'stated' }],
    ['CF', { kind: 'foreign', basis: 'stated' }],
    ['PF', { kind: 'foreign', basis: 'stated' }],
    ['AB', undefined],
  ])('reads the registration of the organizational type %s', async (type, registration) => {
    const [record] = await listed('us-tx', [{ ...row('A', 'A'), taxpayer_organizational_type: type }]);
    expect(registrationOf(record!)).toEqual(registration);
  });

  it.each([
    ['A', 'A', 'tax'],
    ['A', 'N', 'tax'],
    ['F', 'A', 'tax'],
    ['T', 'I', undefined],
    ['M', 'A', undefined],
    ['A', 'U', undefined],
  ])('reads for state %s with right %s the standing basis %s', async (sos, right, basis) => {
    const [record] = await listed('us-tx', [row(sos, right)]);
    expect(record!.standingBasis).toBe(basis);
  });

  it('finds a company by its taxpayer number or its file number', async () => {
    register.double.replyWith(() => ({ body: JSON.stringify([row('A', 'A')]) }));
    await expect(connect('us-tx').of('us-tx').findByNumber('0800000001', never)).resolves.toMatchObject({
      id: '32000000001',
    });
    expect(register.double.requests[0]!.query.get('$where')).toBe(
      "(taxpayer_number='0800000001' or secretary_of_state_sos_or_coa_file_number='0800000001')",
    );
  });

  it('sends the key to the franchise tax service alone', async () => {
    const data = {
      taxpayerId: '32000000001',
      officerInfo: [{ AGNT_NM: 'FICTIONAL OFFICER 1', AGNT_TITL_TX: 'MANAGER' }],
    };
    const record = await fetched('us-tx', '32000000001', {
      '9cir-efmm.json': [row('A', 'A')],
      '/franchise-tax/32000000001': { success: true, data },
    });
    expect(record!.details).toEqual({
      registeredAgent: null,
      officers: [{ name: 'FICTIONAL OFFICER 1', title: 'MANAGER' }],
      principalAddress: null,
      filingHistorySummary: null,
    });
    expect(register.double.requests.map(({ headers }) => headers['x-api-key'])).toEqual([undefined, 'secret-key']);
  });
});
