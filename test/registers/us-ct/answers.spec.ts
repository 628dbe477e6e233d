import { asking } from '../../registries/registry.suite.js';
import { published } from '../../support/published.js';
import { askedRegister } from '../asked-register.js';
import { socrataPortal } from '../socrata-portal.js';

const never = new AbortController().signal;
const CT = { id: '001t1', accountnumber: '9000001', name: 'Pretend Teapots LLC', status: 'Active' };

const register = askedRegister();
const { publish, adapter, recordOf, detailsOf } = socrataPortal(register, 'us-ct');

describe('Connecticut', () => {
  it.each([
    ['Active', 'active'],
    ['Active - Pending Domestication', 'active'],
    ['Forfeited', 'suspended'],
    ['Revoked', 'revoked'],
    ['Dissolved', 'dissolved'],
    ['Withdrawn', 'inactive'],
    ['Cancelled', 'inactive'],
    ['Renunciated', 'inactive'],
    ['Merged', 'merged'],
  ])('reads %j as %s', async (word, status) => {
    await expect(recordOf('n7gp-d28j', { ...CT, status: word })).resolves.toMatchObject({ status });
  });

  it.each([
    ['its number is 0000000', { accountnumber: '0000000' }],
    ['it has no number', { accountnumber: undefined }],
    ['its business type is Unauthorized', { business_type: 'Unauthorized' }],
  ])('treats a row as no entity when %s, by name and by number', async (_, more) => {
    const stub = { ...CT, name: 'Imaginary Quarry Trust Company', ...more };
    publish({ 'n7gp-d28j': [stub, CT] });
    const { records, complete } = await adapter().search(asking('Imaginary Quarry Trust Company'), never);
    expect([records.map(({ id }) => id), complete]).toEqual([[CT.accountnumber], true]);
    publish({ 'n7gp-d28j': [stub] });
    for (const number of ['0000000', CT.accountnumber]) {
      await expect(adapter().fetch(number, never)).resolves.toBeUndefined();
      await expect(adapter().findByNumber(number, never)).resolves.toBeUndefined();
    }
  });

  it('offers both records of a repeated number, and reads the one that was listed', async () => {
    const names = ['Alpha Imaginary LLC', 'Bravo Imaginary LLC'];
    publish({ 'n7gp-d28j': names.map((name, at) => ({ ...CT, id: `t${at}`, name })) });
    const { records } = await adapter().search(asking('Bravo Imaginary LLC'), never);
    expect(records.map(({ name }) => name)).toEqual(names);
    for (const listed of records) {
      const read = await published(adapter().fetch(listed.id, never, listed));
      expect(read?.name).toBe(listed.name);
    }
    const orders = register.double.requests.map(({ query }) => query.get('$order'));
    expect(orders.every((order) => order !== null)).toBe(true);
  });

  it.each(['Expired Reservation', 'Reservation', 'Rejected', 'Recorded'])(
    'skips rows that are not entities: %s',
    async (status) => {
      await expect(recordOf('n7gp-d28j', { ...CT, status })).resolves.toBeUndefined();
      publish({ 'n7gp-d28j': [{ ...CT, status }] });
      await expect(adapter().fetch(CT.accountnumber, never)).resolves.toBeUndefined();
    },
  );

  it.each([
    [{ annual_report_due_date: '2027-03-31T00:00:00.000' }, true, 'next annual report is due on 2027-03-31'],
    [{ annual_report_due_date: '2026-11-20T00:00:00.000' }, true, 'due on 2026-11-20'],
    [{ annual_report_due_date: '2026-11-19T00:00:00.000' }, false, 'annual report was due on 2026-11-19'],
    [{ sub_status: 'First report past due', annual_report_due_date: '2027-03-31' }, false, 'First report past due'],
    [{ sub_status: 'Ready for dissolution' }, false, 'Ready for dissolution'],
  ])('states no standing for an active entity; %j only hints at %s', async (cells, goodStanding, because) => {
    await expect(recordOf('n7gp-d28j', { ...CT, ...cells })).resolves.toMatchObject({
      goodStanding: null,
      standingHint: { goodStanding, because: expect.stringContaining(because) },
    });
  });

  it.each([
    [{ annual_report_due_date: '0001-01-01T00:00:00.000' }, null],
    [{}, null],
    [{ sub_status: 'Something new', annual_report_due_date: '2027-03-31' }, null],
    [{ status: 'Forfeited', annual_report_due_date: '2027-03-31' }, false],
    [{ status: 'Active - Pending Domestication', annual_report_due_date: '2027-03-31' }, null],
    [{ status: 'Some New Word' }, null],
  ])('reads the standing of %j as %s, without a hint', async (cells, goodStanding) => {
    const record = await recordOf('n7gp-d28j', { ...CT, ...cells });
    expect([record?.goodStanding, record?.standingHint]).toEqual([goodStanding, undefined]);
  });

  it('never shows a home address', async () => {
    const home = {
      residence_street_address_1: '1 Private Lane',
      residence_city: 'Hometown',
      residence_zip_code: '06001',
    };
    const record = await detailsOf(CT.accountnumber, {
      'n7gp-d28j': [CT],
      'qh2m-n44y': [{ name__c: 'Fictional Agents Inc.', business_city: 'Fabledam', ...home }],
      'ka36-64k6': [
        { name__c: 'Fictional Officer 1', designation: 'Manager', ...home },
        { firstname: 'Fictional', lastname: 'Officer 2', ...home },
      ],
    });
    expect(JSON.stringify(record)).not.toMatch(/Private|Hometown|06001/);
    expect(record.details.registeredAgent).toMatchObject({
      name: 'Fictional Agents Inc.',
      address: { city: 'Fabledam' },
    });
    expect(record.details.officers).toEqual([
      { name: 'Fictional Officer 1', title: 'Manager' },
      { name: 'Fictional Officer 2', title: null },
    ]);
  });

  it('joins its datasets on the row id, each by its own column, and names a missing id', async () => {
    await detailsOf(CT.accountnumber, { 'n7gp-d28j': [CT] });
    const joins = register.double.requests
      .slice(1)
      .map(({ path, query }) => [/resource\/(.+)\.json/.exec(path)?.[1], query.get('$where')]);
    expect(joins.toSorted()).toEqual([
      ['ah3s-bes7', "account='001t1'"],
      ['enwv-52we', "unique_key='001t1'"],
      ['ka36-64k6', "business_id='001t1'"],
      ['qh2m-n44y', "business_key='001t1'"],
    ]);
    publish({ 'n7gp-d28j': [{ ...CT, id: undefined }] });
    await expect(adapter().fetch(CT.accountnumber, never)).rejects.toThrow('without id');
  });

  it('finds a business by its former name', async () => {
    register.double.replyWith(({ path, query }) => {
      if (path.includes('enwv-52we'))
        return { body: JSON.stringify([{ unique_key: '001t1', business_name_old: 'Old Fable LLC' }]) };
      return { body: JSON.stringify(query.get('$where') === "id in ('001t1')" ? [CT] : []) };
    });
    const { records } = await adapter().search(asking('Old Fable LLC'), never);
    expect(records).toMatchObject([{ id: CT.accountnumber, aliases: [{ name: 'Old Fable LLC', kind: 'former' }] }]);
  });

  it('returns null for "no information provided"', async () => {
    const { details } = await detailsOf(CT.accountnumber, {
      'n7gp-d28j': [{ ...CT, billingstreet: 'No information provided', billingcity: 'Fabledam' }],
    });
    expect(details.principalAddress).toMatchObject({ line1: null, city: 'Fabledam' });
  });
});
