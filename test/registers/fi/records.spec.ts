import { askedRegister, told, DENIED } from '../asked-register.js';

const register = askedRegister();
const { listed } = register;

describe('Finland', () => {
  const company = (more: object) => ({
    businessId: { value: '9000001-0' },
    names: [
      { name: 'Imaginary Something Oy', type: '1', endDate: null },
      { name: 'Formerly Something Oy', type: '1', endDate: '2016-05-20' },
    ],
    addresses: [{ type: 1, postOffices: [{ city: 'ESPOO', languageCode: '1', municipalityCode: '049' }] }],
    tradeRegisterStatus: '1',
    status: '2',
    ...more,
  });

  it.each([
    [{}, ['active', 'Registered', null]],
    [{ companySituations: [{ type: 'KONK', endDate: null }] }, ['active', 'Bankruptcy', DENIED]],
    [{ companySituations: [{ type: 'SANE', endDate: '2020-01-01' }] }, ['active', 'Registered', null]],
    [{ tradeRegisterStatus: '4' }, ['dissolved', 'Ceased', false]],
    [{ endDate: '2022-06-30' }, ['dissolved', 'Ceased', false]],
  ])('reads status and standing of %j', async (more, expected) => {
    const [record] = await listed('fi-18', { totalResults: 1, companies: [company(more)] });
    expect(told(record!)).toEqual(expected);
    expect(record!.aliases).toEqual([{ name: 'Formerly Something Oy', kind: 'former', until: '2016-05-20' }]);
  });

  it('leaves out a company that is in no municipality of Uusimaa', async () => {
    const elsewhere = [{ type: 1, postOffices: [{ city: 'TAMPERE', languageCode: '1', municipalityCode: '837' }] }];
    const companies = [company({ addresses: elsewhere }), company({ addresses: [] })];
    await expect(listed('fi-18', { totalResults: 2, companies })).resolves.toEqual([]);
  });
});
