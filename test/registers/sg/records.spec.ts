import { readRecordNumber } from '../../../src/core/registries/record-numbers.js';
import { nameQuery } from '../../../src/core/verification/name-query.js';
import { askedRegister, told } from '../asked-register.js';

const register = askedRegister();
const never = new AbortController().signal;

/** As recorded. */
const BANK = {
  _id: 1,
  uen: '196800306E',
  issuance_agency_desc: 'ACRA',
  uen_status_desc: 'Registered',
  entity_name: 'DBS BANK LTD.',
  entity_type_desc: 'Local Company',
  uen_issue_date: '1968-07-16',
  reg_street_name: 'MARINA BOULEVARD',
  reg_postal_code: '018982',
};
const answer = (...records: object[]) => ({ success: true, result: { total: records.length, records } });

describe('Singapore', () => {
  it('reads a record, with its street and postal code', async () => {
    register.reply(() => answer(BANK));
    await expect(register.fetch(register.adapter('sg'), '196800306E')).resolves.toMatchObject({
      id: '196800306E',
      name: 'DBS BANK LTD.',
      entityType: 'Local Company',
      formationDate: '1968-07-16',
      seat: { country: 'sg' },
      details: { principalAddress: { line1: 'MARINA BOULEVARD', postalCode: '018982' }, officers: null },
    });
  });

  it.each([
    ['Registered', ['active', 'Registered', null]],
    ['Deregistered', ['dissolved', 'Deregistered', false]],
    ['na', ['unknown', null, null]],
    ['Paused', ['unknown', 'Paused', null]],
  ])('reads status and standing of %s', async (word, expected) => {
    const [record] = await register.listed('sg', answer({ ...BANK, uen_status_desc: word }));
    expect(told(record!)).toEqual(expected);
  });

  it('asks without the brackets of a name', async () => {
    register.reply(() => answer());
    await register.adapter('sg').search(nameQuery('Quillmark (Asia) Pte. Ltd.', 'sg'), never);
    const asked = register.double.requests.map(({ query }) => query.get('q') ?? '');
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.join()).not.toMatch(/[()]/);
  });

  it.each([
    ['196800306E', '196800306E'],
    ['53012345a', '53012345A'],
    ['T08LL0001B', 'T08LL0001B'],
    ['2018-01234K', '201801234K'],
  ])('reads the number %s', (typed, number) => {
    expect(readRecordNumber('sg', typed)).toEqual({ number });
  });

  it.each(['1968003066', 'X08LL0001B', '96800306'])('refuses the number %s, and says what one looks like', (typed) => {
    expect(JSON.stringify(readRecordNumber('sg', typed))).toContain('a UEN: eight or nine digits and a letter');
  });
});
