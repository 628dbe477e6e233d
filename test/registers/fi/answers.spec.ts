import { registrationOf } from '../../../src/core/entities/verified-entity.js';
import { askedRegister } from '../asked-register.js';

const never = new AbortController().signal;
const register = askedRegister();
const { adapter, reply, search, fetch, expectWithheld } = register;

describe('Finland', () => {
  const HELSINKI = [{ city: 'HELSINKI', languageCode: '1', municipalityCode: '091' }];
  const company = (more: object = {}) => ({
    businessId: { value: '9000001-0' },
    names: [{ name: 'Imaginary Something Oy', type: '1', endDate: null }],
    addresses: [{ type: 1, postOffices: HELSINKI }],
    tradeRegisterStatus: '1',
    ...more,
  });

  it('treats an empty page as the end, unless the list is said to be longer', async () => {
    const listing = (totalResults: number) => {
      reply(({ query }) => ({ totalResults, companies: query.get('page') === '1' ? [company()] : [] }));
      return search(adapter('fi-18'), 'Imaginary Other Oy');
    };
    await expect(listing(150)).resolves.toMatchObject({ complete: false });
    await expect(listing(90)).resolves.toMatchObject({ complete: true });
    reply(() => ({ totalResults: 0, companies: [] }));
    await expect(search(adapter('fi-18'))).resolves.toMatchObject({ records: [], complete: true });
  });

  it('reads a ceased company by its last name and address, though both have ended', async () => {
    const ceased = company({
      names: [
        { name: 'First Something Oy', type: '1', registrationDate: '2001-01-01', endDate: '2010-01-01' },
        { name: 'Last Something Oy', type: '1', registrationDate: '2010-01-02', endDate: '2022-06-30' },
      ],
      addresses: [{ type: 1, endDate: '2022-06-30', postOffices: HELSINKI }],
      tradeRegisterStatus: '4',
      endDate: '2022-06-30',
    });
    reply(() => ({ totalResults: 2, companies: [company({ businessId: { value: '9000002-9' } }), ceased] }));
    const { records, complete } = await search(adapter('fi-18'), 'Imaginary Other Oy');
    expect(records).toMatchObject([
      { id: '9000002-9' },
      {
        name: 'Last Something Oy',
        status: 'dissolved',
        aliases: [{ name: 'First Something Oy', kind: 'former', from: '2001-01-01', until: '2010-01-01' }],
      },
    ]);
    expect(complete).toBe(true);
  });

  const form = (type: string, languageCode: string, description: string, endDate: string | null = null) => ({
    type,
    endDate,
    descriptions: [{ languageCode, description }],
  });

  it.each([
    ['a branch, by its code', [form('19', '1', 'Sivuliike')], { kind: 'branch', basis: 'stated' }],
    ['a branch, by its words', [form('99', '3', 'Branch of a foreign trader')], { kind: 'branch', basis: 'stated' }],
    [
      'a company that was a branch',
      [form('19', '1', 'Sivuliike', '2020-01-01'), form('16', '3', 'Limited company')],
      undefined,
    ],
    ['a company', [form('16', '3', 'Limited company')], undefined],
    ['something without a form', [], undefined],
  ])('reads the registration of %s', async (_, companyForms, registration) => {
    reply(() => ({ totalResults: 1, companies: [company({ companyForms })] }));
    const { records } = await search(adapter('fi-18'));
    expect(records.map(registrationOf)).toEqual([registration]);
  });

  it('finds a company by number', async () => {
    reply(() => ({ totalResults: 1, companies: [company()] }));
    const registry = adapter('fi-18');
    await expect(registry.findByNumber('9000001-0', never)).resolves.toMatchObject({ status: 'active' });
    await expect(registry.findByNumber('9000009-0', never)).resolves.toBeUndefined();
  });

  it('withholds a company without names by number, and writes blanks for underscores in an address', async () => {
    const freeAddressLine = 'Påhittad_Väg_3_SE-00000_Ingenstans';
    const addresses = [{ type: 1, freeAddressLine, postOffices: HELSINKI }];
    reply(() => ({ totalResults: 1, companies: [company({ addresses })] }));
    const read = await fetch(adapter('fi-18'), '9000001-0');
    expect(read?.details.principalAddress?.line1).toBe('Påhittad Väg 3 SE-00000 Ingenstans');
    reply(() => ({ totalResults: 1, companies: [company({ names: undefined })] }));
    await expectWithheld(adapter('fi-18'), '9000001-0', 'name');
  });

  it('reports a company by number as moved when its municipality is in no town of Uusimaa', async () => {
    const postOffices = [{ city: 'TAMPERE', languageCode: '1', municipalityCode: '837' }];
    reply(() => ({ totalResults: 1, companies: [company({ addresses: [{ type: 1, postOffices }] })] }));
    const moved = { id: '9000001-0', movedTo: undefined, place: 'TAMPERE' };
    await expect(adapter('fi-18').findByNumber('9000001-0', never)).resolves.toEqual(moved);
    await expect(adapter('fi-18').fetch('9000001-0', never)).resolves.toEqual(moved);
  });

  it('reports the seat as withheld by number for a company without an address', async () => {
    reply(() => ({ totalResults: 1, companies: [company({ addresses: [], endDate: '2022-06-30' })] }));
    await expectWithheld(adapter('fi-18'), '9000001-0', 'seat');
  });
});
