import { nameQuery } from '../../../src/core/verification/name-query.js';
import { Witness } from '../../../src/core/registries/witness.js';
import { askedRegister, told } from '../asked-register.js';

const never = new AbortController().signal;
const register = askedRegister();
const { adapter, listed, reply } = register;

/** As recorded, with other people. */
const SERVIS = {
  id: 346_670,
  identifiers: [{ value: '31385940', validFrom: '1994-12-29' }],
  fullNames: [
    { value: 'SLOVNAFT SERVIS spol. s r.o', validFrom: '1994-12-29', validTo: '2002-12-15' },
    { value: 'SENES, spol. s r.o.', validFrom: '2002-12-16' },
  ],
  addresses: [
    { street: 'Vlčie hrdlo', buildingNumber: '1', postalCodes: ['82410'], municipality: { value: 'Bratislava' } },
  ],
  legalForms: [{ value: { value: 'Spoločnosť s ručením obmedzeným' }, validFrom: '1994-12-29' }],
  establishment: '1995-01-01',
  statutoryBodies: [
    {
      stakeholderType: { value: 'Konateľ' },
      validFrom: '1996-04-25',
      personName: { formatedName: 'Osoba Fiktívna' },
    },
    {
      stakeholderType: { value: 'Konateľ' },
      validFrom: '1990-01-01',
      validTo: '1996-01-01',
      personName: { formatedName: 'Bývalá Fiktívna' },
    },
  ],
  stakeholders: [{ stakeholderType: { value: 'Spoločník' }, personName: { formatedName: 'Spoločník Fiktívny' } }],
};
const { legalForms: _forms, statutoryBodies: _bodies, stakeholders: _owners, ...FOUND } = SERVIS;
const trader = {
  ...FOUND,
  id: 2,
  identifiers: [{ value: '90000001' }],
  fullNames: [{ value: 'Osoba Fiktívna' }],
};

describe('Slovakia', () => {
  it('reads the present entry of each history, and who left', async () => {
    reply(({ path }) => (path.endsWith('/entity/346670') ? SERVIS : { results: [FOUND] }));
    const record = await register.fetch(adapter('sk'), '31385940');
    expect(record).toMatchObject({
      id: '31385940',
      name: 'SENES, spol. s r.o.',
      aliases: [{ name: 'SLOVNAFT SERVIS spol. s r.o', kind: 'former', from: '1994-12-29', until: '2002-12-15' }],
      entityType: 'Spoločnosť s ručením obmedzeným',
      formationDate: '1995-01-01',
      seat: { place: 'Bratislava' },
      details: {
        officers: [
          { name: 'Osoba Fiktívna', title: 'Konateľ' },
          { name: 'Bývalá Fiktívna', title: 'Konateľ', endDate: '1996-01-01' },
        ],
        principalAddress: { line1: 'Vlčie hrdlo 1', city: 'Bratislava', postalCode: '82410' },
      },
    });
    expect(JSON.stringify(record)).not.toContain('Spoločník Fiktívny');
  });

  it.each([
    [{}, ['active', null, null]],
    [{ termination: '2009-01-31' }, ['dissolved', 'Zaniknutá 2009-01-31', false]],
    [{ termination: '2999-01-31' }, ['active', null, null]],
  ])('reads status and standing of %j', async (more, expected) => {
    const [record] = await listed('sk', { results: [{ ...FOUND, ...more }] });
    expect(told(record!)).toEqual(expected);
  });

  it.each([
    ['the trade register, by its code', { sourceRegister: { value: { value: 'x', code: '2' } } }],
    ['the trade register, by its name', { sourceRegister: { value: { value: 'Živnostenský register' } } }],
    [
      'the commercial register',
      { sourceRegister: { value: { code: '1' }, registrationNumbers: [{ value: 'Firm/12/B' }] } },
    ],
    ['a legal form', { legalForms: [{ value: { code: '105' } }] }],
  ])('leaves out a person told by %s, withholds it by number, and keeps no body', async (_, more) => {
    const person = { ...trader, ...more };
    reply(() => ({ results: [person, FOUND] }));
    const witness = new Witness();
    const { records, complete } = await adapter('sk').heardBy(witness).search(nameQuery('Osoba Fiktívna', 'sk'), never);
    expect([records.map(({ id }) => id), complete]).toEqual([['31385940'], true]);
    expect(witness.exchanges.map(({ isPrivate }) => isPrivate)).toEqual(witness.exchanges.map(() => true));
    await register.expectWithheld(adapter('sk'), '90000001', 'name');
  });

  it('asks for the words of a name without its legal form, with and without accents', async () => {
    reply(() => ({ results: [] }));
    const { complete } = await adapter('sk').search(nameQuery('„Šťastná pekáreň“, s. r. o.', 'sk'), never);
    expect(complete).toBe(true);
    const asked = register.double.requests.map(({ query }) => query.get('fullName'));
    expect(asked).toEqual(expect.arrayContaining(['STASTNA PEKAREN', 'Šťastná pekáreň']));
    expect(asked.join()).not.toMatch(/["„“]|s\. ?r/);
  });

  it('leaves out a legal form in the middle of what was typed', async () => {
    reply(() => ({ results: [] }));
    await adapter('sk').search(nameQuery('Pekáreň, a. s. Quagmire', 'sk'), never);
    const asked = register.double.requests.map(({ query }) => query.get('fullName'));
    expect(asked).toContain('PEKAREN');
    expect(asked.filter((name) => / a ?s\b/i.test(name ?? ''))).toEqual([]);
  });

  it('is incomplete when an answer is full', async () => {
    const results = Array.from({ length: 500 }, (_, at) => ({ ...FOUND, identifiers: [{ value: `${at}` }] }));
    reply(() => ({ results }));
    const { complete } = await adapter('sk').search(nameQuery('Pekáreň', 'sk'), never);
    expect(complete).toBe(false);
  });

  it('reads the living one of two entries with one number', async () => {
    const ended = { ...FOUND, id: 1, fullNames: [{ value: 'Prvá Skúška a.s.' }], termination: '2009-01-31' };
    reply(() => ({ results: [ended, FOUND] }));
    const { records } = await adapter('sk').search(nameQuery('Skúška', 'sk'), never);
    expect(records.map(({ name }) => name)).toEqual(['SENES, spol. s r.o.']);
    await expect(adapter('sk').findByNumber('31385940', never)).resolves.toMatchObject({ status: 'active' });
  });
});
