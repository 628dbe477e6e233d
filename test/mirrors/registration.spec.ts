import { UNCOUNTED, type Parts } from '../../src/adapters/registries/bulk/formats/bulk-format.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { registrationOf } from '../../src/core/entities/verified-entity.js';

const stated = { basis: 'stated' } as const;
const DOMESTIC = { ...stated, kind: 'domestic' };
const fromDelaware = (name: string) => ({ ...stated, kind: 'foreign', home: { jurisdiction: 'us-de', name } });

const florida = (filing_type: string, formed_in: string): Parts => ({
  entity: [{ number: 'L1', name: 'FABLE', status: 'A', filing_type, formed_in }],
});
const virginia = (IncorpState: string): Parts => ({
  llc: [{ EntityID: '1', Name: 'Fable', Status: 'ACTIVE', IncorpState }],
});
const alaska = (HOMESTATE: string, HOMECOUNTRY = 'UNITED STATES'): Parts => ({
  entity: [{ ENTITYNUMBER: '1', LEGALNAME: 'Fable', STATUS: 'Good Standing', HOMESTATE, HOMECOUNTRY }],
});
const name = [{ file: '12345678', name: 'FABLE' }];
const illinois = (list: string, state: string): Parts => ({
  [list]: [{ file: '12345678', status: '00', state }],
  name,
});
const iowa = (corporation_type: string): Parts => ({
  entity: [{ corp_number: '1', legal_name: 'FABLE', corporation_type }],
});

describe('the registration in a record of a file', () => {
  it.each<[string, string, Parts, object | undefined]>([
    ['us-fl', 'a Florida company', florida('FLAL', 'FL'), DOMESTIC],
    ['us-fl', 'a domestic corporation', florida('DOMP', 'FL'), DOMESTIC],
    ['us-fl', 'a foreign company', florida('FORL', 'DE'), fromDelaware('DE')],
    ['us-fl', 'a partnership, of which it says nothing', florida('', ''), undefined],
    ['us-va', 'a Virginian company', virginia('VA'), DOMESTIC],
    ['us-va', 'a company from elsewhere', virginia('DE'), fromDelaware('DE')],
    ['us-va', 'a company without a place', virginia(''), undefined],
    ['us-ak', 'an Alaskan company', alaska('ALASKA'), DOMESTIC],
    ['us-ak', 'a company from elsewhere', alaska('DELAWARE'), fromDelaware('DELAWARE')],
    ['us-ak', 'a company from abroad', alaska('', 'NEVERLAND'), { ...stated, kind: null, home: { name: 'NEVERLAND' } }],
    ['us-ak', 'a company without a place', alaska(''), undefined],
    ['us-il', 'a corporation of Illinois', illinois('corporation', 'IL'), DOMESTIC],
    ['us-il', 'a corporation from elsewhere', illinois('corporation', 'DE'), fromDelaware('DE')],
    ['us-il', 'a company from elsewhere', illinois('llc', 'DE'), fromDelaware('DE')],
    ['us-il', 'a company without a place', illinois('llc', ''), undefined],
    ['us-ia', 'a domestic company', iowa('DOMESTIC LIMITED LIABILITY COMPANY'), DOMESTIC],
    ['us-ia', 'a foreign company', iowa('FOREIGN PROFIT'), { ...stated, kind: 'foreign' }],
    ['us-ia', 'a type that says neither', iowa('COOPERATIVE'), undefined],
  ])('is read in %s: %s', (code, _, parts, registration) => {
    const record = REGISTERS.format(code)!.toRecord(parts, UNCOUNTED);
    expect(record && registrationOf(record)).toEqual(registration);
    expect(record?.id).toBeDefined();
  });
});
