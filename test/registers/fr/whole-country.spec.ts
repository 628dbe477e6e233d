import { nameQuery } from '../../../src/core/verification/name-query.js';
import { asking } from '../../registries/registry.suite.js';
import { askedRegister } from '../asked-register.js';

const MASK = '[NON-DIFFUSIBLE]';
const never = new AbortController().signal;

const register = askedRegister();
const asked = (code: string) => register.connect(code).of(code);

const unit = (office: object, more: object = {}) => ({
  siren: '900000001',
  nom_complet: 'IMAGINARY SOMETHING',
  nom_raison_sociale: 'IMAGINARY SOMETHING',
  etat_administratif: 'A',
  siege: office,
  ...more,
});
const LYON = { region: '84', libelle_commune: 'LYON', code_postal: '69001', libelle_voie: 'IMAGINAIRE' };
const PARIS = { ...LYON, region: '11', libelle_commune: 'PARIS', code_postal: '75001' };
const ABROAD = {
  ...{ region: null, libelle_commune: null, libelle_commune_etranger: 'NIRGENDWO' },
  ...{ code_pays_etranger: '99109', libelle_pays_etranger: 'ALLEMAGNE' },
};
const page = (...results: object[]) => ({ results, total_results: results.length, total_pages: 1 });
const replyWith = (answer: object) => register.double.replyWith(() => ({ body: JSON.stringify(answer) }));

describe('the whole of France', () => {
  it.each([
    ['LYON', LYON, { place: 'LYON', region: 'Auvergne-Rhône-Alpes', country: 'fr', jurisdiction: 'fr-ara' }],
    ['PARIS', PARIS, { place: 'PARIS', region: 'Île-de-France', country: 'fr', jurisdiction: 'fr-idf' }],
    ['NIRGENDWO', ABROAD, { place: 'NIRGENDWO', country: 'de' }],
    ['a town of no region', { ...LYON, region: null }, { place: 'LYON', country: 'fr' }],
    ['a masked town', { ...LYON, libelle_commune: MASK, region: '[ND]' }, null],
    ['nowhere', {}, null],
    ['no office at all', undefined, null],
  ])('finds a unit by name and by number, with its seat: %s', async (_, office, seat) => {
    replyWith(page(unit(office as object)));
    const found = await asked('fr').search(asking('Imaginary Something'), never);
    expect(found).toMatchObject({ records: [{ id: '900000001', seat }], complete: true });
    await expect(asked('fr').findByNumber('900000001', never)).resolves.toMatchObject({ seat });
    await expect(asked('fr').fetch('900000001', never)).resolves.toMatchObject({ seat, details: {} });
  });

  it('reads the same record of a unit in a region as the region does, but for its seat', async () => {
    replyWith(page(unit(PARIS)));
    const { seat, ...record } = (await register.listed('fr', page(unit(PARIS))))[0]!;
    const ofRegion = await asked('fr-idf').findByNumber('900000001', never);
    expect(seat).toMatchObject({ jurisdiction: 'fr-idf' });
    expect(record).toEqual({ ...ofRegion });
    expect(ofRegion).not.toHaveProperty('seat');
  });

  it('names the region of each address, and the country of one abroad', async () => {
    replyWith(page(unit(LYON)));
    const address = { city: 'LYON', region: 'Auvergne-Rhône-Alpes', country: 'FR' };
    const found = await asked('fr').fetch('900000001', never);
    expect(found).toMatchObject({ clues: { office: address }, details: { principalAddress: address } });
    replyWith(page(unit(ABROAD)));
    await expect(asked('fr').fetch('900000001', never)).resolves.toMatchObject({
      details: { principalAddress: { city: 'NIRGENDWO', region: null, country: 'DE' } },
    });
    replyWith(page(unit({})));
    await expect(asked('fr').fetch('900000001', never)).resolves.toMatchObject({ details: { principalAddress: null } });
  });

  it.each([
    ['a masked name', unit(LYON, { nom_complet: MASK, nom_raison_sociale: MASK })],
    ['nulls alone', unit({}, { nom_complet: null, nom_raison_sociale: null, etat_administratif: null })],
  ])('withholds a unit of %s', async (_, masked) => {
    replyWith(page(masked));
    await expect(asked('fr').findByNumber('900000001', never)).resolves.toEqual({ id: '900000001', withholds: 'name' });
    await expect(register.listed('fr', page(masked))).resolves.toEqual([]);
  });

  it('asks without a region', async () => {
    await register.listed('fr', page());
    expect(register.double.requests.filter(({ query }) => query.has('region'))).toEqual([]);
  });

  it('asks for one or two letters in all regions, and leaves such a search incomplete', async () => {
    replyWith(page(unit(LYON, { nom_complet: 'QZ', nom_raison_sociale: 'QZ' })));
    const found = await asked('fr').search(nameQuery('QZ', 'fr'), never);
    expect(found).toMatchObject({ records: [{ name: 'QZ' }], complete: false });
    expect(register.double.requests[0]!.query.get('region')!.split(',')).toHaveLength(18);
  });

  it('finds a common name on the first page, and says that there are more than it reads', async () => {
    const many = Array.from({ length: 25 }, (_, at) => unit(LYON, { siren: String(900_000_001 + at) }));
    replyWith({ results: many, total_results: 10_000, total_pages: 400 });
    const { records, complete } = await asked('fr').search(asking('Imaginary Something'), never);
    expect([records.length, complete]).toEqual([25, false]);
    replyWith({ results: many, total_results: 10_000, total_pages: 400 });
    await expect(asked('fr').search(asking('Imaginary Otherwise'), never)).resolves.toMatchObject({ complete: false });
  });
});
