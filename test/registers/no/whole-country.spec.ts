import { asking } from '../../registries/registry.suite.js';
import { askedRegister } from '../asked-register.js';

const never = new AbortController().signal;
const NUMBER = '999000001';

const register = askedRegister();
const asked = (code: string) => register.connect(code).of(code);

const unit = (more: object = {}) => ({ organisasjonsnummer: NUMBER, navn: 'IMAGINARY SOMETHING AS', ...more });
const at = (forretningsadresse?: object, more: object = {}) => unit({ forretningsadresse, ...more });
const BERGEN = { landkode: 'NO', kommunenummer: '4601', kommune: 'BERGEN', poststed: 'BERGEN', postnummer: '5003' };
const OSLO = { ...BERGEN, kommunenummer: '0301', kommune: 'OSLO', poststed: 'OSLO' };

const publishing = (...units: object[]) =>
  register.double.replyWith(({ path }) => {
    if (path.endsWith('/roller')) return { status: 404, body: '{}' };
    const page = { totalElements: units.length, totalPages: 1 };
    return { body: JSON.stringify(path.endsWith(NUMBER) ? units[0] : { _embedded: { enheter: units }, page }) };
  });

describe('the whole of Norway', () => {
  it.each([
    ['Bergen', BERGEN, { place: 'BERGEN', region: 'Vestland', country: 'no', jurisdiction: 'no-46' }],
    ['Oslo', OSLO, { place: 'OSLO', region: 'Oslo', country: 'no', jurisdiction: 'no-03' }],
    [
      'the number of a municipality alone',
      { kommunenummer: '5501' },
      { region: 'Troms', country: 'no', jurisdiction: 'no-55' },
    ],
    ['an earlier county', { kommunenummer: '3801', kommune: 'HORTEN' }, { place: 'HORTEN', country: 'no' }],
    ['Sweden', { landkode: 'SE', land: 'Sverige', poststed: 'INGENSTANS' }, { place: 'INGENSTANS', country: 'se' }],
    ['an empty address', {}, null],
    ['no business address', undefined, null],
  ])('finds a unit by name and by number, with its seat: %s', async (_, office, seat) => {
    publishing(at(office));
    const found = await asked('no').search(asking('Imaginary Something AS', / AS$/), never);
    expect(found).toMatchObject({ records: [{ id: NUMBER }], complete: true });
    expect(found.records[0]!.seat).toEqual(seat);
    await expect(asked('no').findByNumber(NUMBER, never)).resolves.toMatchObject({ id: NUMBER, seat });
    await expect(asked('no').fetch(NUMBER, never)).resolves.toMatchObject({ id: NUMBER, seat, details: {} });
  });

  it('reads the same record of a unit in Oslo as Oslo does, but for its seat', async () => {
    publishing(at(OSLO));
    const { seat, ...record } = (await asked('no').search(asking('Imaginary Something AS', / AS$/), never)).records[0]!;
    const ofPart = await asked('no-03').findByNumber(NUMBER, never);
    expect(seat).toMatchObject({ jurisdiction: 'no-03' });
    expect(record).toEqual({ ...ofPart });
    expect(ofPart).not.toHaveProperty('seat');
  });

  it('finds a deleted unit by number, although no address is left of it', async () => {
    publishing(unit({ slettedato: '2024-01-31' }));
    const deleted = { status: 'dissolved', seat: null };
    await expect(asked('no').findByNumber(NUMBER, never)).resolves.toMatchObject(deleted);
    await expect(asked('no').fetch(NUMBER, never)).resolves.toMatchObject({
      ...deleted,
      details: { principalAddress: null },
    });
  });

  it('withholds a unit that was taken out of publication', async () => {
    register.double.replyWith(() => ({ status: 410, body: '{"status":410}' }));
    await expect(asked('no').findByNumber(NUMBER, never)).resolves.toEqual({ id: NUMBER, withholds: 'record' });
  });

  it('asks without a municipality', async () => {
    publishing();
    await asked('no').search(asking('Imaginary Something'), never);
    expect(register.double.requests.length).toBeGreaterThan(0);
    expect(register.double.requests.filter(({ query }) => query.has('kommunenummer'))).toEqual([]);
  });

  it('finds a common name on the first page, and never says no of one with more hits than it reads', async () => {
    const enheter = Array.from({ length: 200 }, (_, place) => ({ ...at(BERGEN), organisasjonsnummer: String(place) }));
    const answer = { _embedded: { enheter }, page: { totalElements: 4_321, totalPages: 22 } };
    register.double.replyWith(() => ({ body: JSON.stringify(answer) }));
    const found = await asked('no').search(asking('Imaginary Something AS', / AS$/), never);
    expect([found.records.length, found.complete]).toEqual([200, false]);
    await expect(asked('no').search(asking('Imaginary Otherwise'), never)).resolves.toMatchObject({ complete: false });
  });
});
