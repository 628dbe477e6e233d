import { nameQuery } from '../../../src/core/verification/name-query.js';
import { askedRegister } from '../asked-register.js';

const never = new AbortController().signal;
const register = askedRegister();
const { adapter, reply, search, fetch, expectWithheld } = register;

describe('France', () => {
  const MASK = '[NON-DIFFUSIBLE]';
  const unit = (more: object = {}, office: object = {}) => ({
    siren: '000900001',
    nom_complet: 'IMAGINARY SOMETHING (IS)',
    nom_raison_sociale: 'IMAGINARY SOMETHING',
    sigle: null,
    etat_administratif: 'A',
    date_creation: '2019-05-06',
    siege: { region: '11', numero_voie: '1', libelle_voie: 'IMAGINAIRE', libelle_commune: 'PARIS', ...office },
    dirigeants: [],
    ...more,
  });
  const answering = (...results: object[]) => reply(() => ({ results, total_results: results.length, total_pages: 1 }));

  it('reads the mask [NON-DIFFUSIBLE] as not published', async () => {
    answering(
      unit(
        { sigle: MASK, dirigeants: [{ nom: MASK, prenoms: MASK, qualite: MASK }, { denomination: MASK }] },
        {
          ...{ numero_voie: MASK, libelle_voie: MASK, adresse: MASK, code_postal: MASK, complement_adresse: MASK },
          ...{ nom_commercial: MASK, liste_enseignes: [MASK, 'LA FABLE'] },
        },
      ),
    );
    const record = await fetch(adapter('fr-idf'), '000900001');
    expect(JSON.stringify(record)).not.toContain('DIFFUSIBLE');
    expect(record!.aliases).toEqual([{ name: 'LA FABLE', kind: 'trade' }]);
    expect(record!.details).toMatchObject({
      officers: [],
      principalAddress: { line1: null, line2: null, postalCode: null, city: 'PARIS' },
    });
  });

  it.each(['[ND]', '[nd]', '[NON DIFFUSIBLE]', 'NON-DIFFUSIBLE', 'XXXX', 'xxx', '[XXXXX]'])(
    'reads %s as not published',
    async (mask) => {
      const masked = {
        ...{ numero_voie: mask, libelle_voie: mask, adresse: mask, code_postal: mask, complement_adresse: mask },
        ...{ nom_commercial: mask, liste_enseignes: [mask, 'LA FABLE'] },
      };
      answering(unit({ sigle: mask, dirigeants: [{ nom: mask, prenoms: mask }, { denomination: mask }] }, masked));
      const record = await fetch(adapter('fr-idf'), '000900001');
      expect(JSON.stringify(record)).not.toContain(mask);
      expect(record!.aliases).toEqual([{ name: 'LA FABLE', kind: 'trade' }]);
      expect(record!.details).toMatchObject({ officers: [], principalAddress: { line1: null, postalCode: null } });
      answering(unit({}, { region: mask }));
      await expectWithheld(adapter('fr-idf'), '000900001', 'seat');
      answering(unit({ nom_complet: mask, nom_raison_sociale: mask }));
      await expectWithheld(adapter('fr-idf'), '000900001', 'name');
    },
  );

  it('removes a masked brand from a name, and a masked line from an address', async () => {
    const office = { numero_voie: null, libelle_voie: null, adresse: '[ND] 75001 PARIS' };
    answering(unit({ nom_complet: 'ALIX FABLE ([ND])', nom_raison_sociale: null }, office));
    await expect(fetch(adapter('fr-idf'), '000900001')).resolves.toMatchObject({
      name: 'ALIX FABLE',
      details: { principalAddress: { line1: null, city: 'PARIS' } },
    });
  });

  it.each(['ND', 'ND SAS', 'N.D.', 'XXX MEDIA', 'X', 'NON DIFFUSIBLE EDITIONS'])('reads %s as a name', async (name) => {
    answering(unit({ nom_complet: name, nom_raison_sociale: name }, { nom_commercial: `${name} BIS` }));
    const record = await adapter('fr-idf').findByNumber('000900001', never);
    expect(record).toMatchObject({ name, aliases: [{ name: `${name} BIS` }] });
  });

  it('does not confirm an absence when a unit of the name may have its head office here', async () => {
    answering(unit({}, { region: '[ND]' }));
    const query = nameQuery('Imaginary Something', 'fr-idf');
    await expect(adapter('fr-idf').search(query, never)).resolves.toEqual({ records: [], complete: false });
    const other = nameQuery('Imaginary Otherwise', 'fr-idf');
    await expect(adapter('fr-idf').search(other, never)).resolves.toEqual({ records: [], complete: true });
  });

  it('does not doubt a search because of an unreadable unit with another name', async () => {
    const other = { nom_complet: 'FABULEUX AUTREMENT', nom_raison_sociale: null, etat_administratif: null };
    const broken = unit({ siren: '000900019', ...other });
    answering(broken, { ...broken, siren: '000900027' }, unit());
    const { records, complete } = await adapter('fr-idf').search(nameQuery('Imaginary Something', 'fr-idf'), never);
    expect([records.map(({ id }) => id), complete]).toEqual([['000900001'], true]);
    expect(register.skipped).toContainEqual({ source: 'fr-idf', reason: 'a record without etat_administratif' });
    expect(register.warned).toContainEqual({
      message: 'a record of a register could not be read',
      fields: { source: 'fr-idf', reason: 'a record without etat_administratif', ours: true },
    });
  });

  it('skips units with a masked name or only nulls, and stays complete', async () => {
    const masked = unit({ siren: '000900019', nom_complet: MASK, nom_raison_sociale: MASK });
    const nulls = { siren: '000900027', nom_complet: null, etat_administratif: null, siege: {} };
    answering(masked, nulls, unit());
    const { records, complete } = await search(adapter('fr-idf'), 'Imaginary Something Else');
    expect(records).toMatchObject([{ id: '000900001' }]);
    expect(complete).toBe(true);
  });

  it.each([
    ['JEANNE LAVANDE (CHEZ JEANNE)', { nom_commercial: 'CHEZ JEANNE' }, {}, []],
    ['JEANNE LAVANDE (CHEZ JEANNE) (CJ)', { nom_commercial: 'CHEZ JEANNE' }, { sigle: 'CJ' }, []],
    ['JEANNE LAVANDE (FICTIVE)', {}, {}, ['JEANNE FICTIVE']],
    ['JEANNE LAVANDE (FICTIVE) (CHEZ JEANNE)', { nom_commercial: 'CHEZ JEANNE' }, {}, ['JEANNE FICTIVE']],
  ])('reads the name of a sole trader without what is added to it: %s', async (nom_complet, office, more, born) => {
    const person = { nom_complet, nom_raison_sociale: null, nature_juridique: '1000', ...more };
    answering(unit(person, office));
    const { records } = await search(adapter('fr-idf'));
    const other = (name: string) => ({ name, kind: 'trade' });
    const trade = ['sigle' in more ? 'CJ' : [], 'nom_commercial' in office ? 'CHEZ JEANNE' : []].flat();
    const aliases = [...born.map((name) => ({ name, kind: 'former' })), ...trade.map(other)];
    expect(records).toMatchObject([{ name: 'JEANNE LAVANDE', aliases }]);
  });

  it('keeps brackets in the name of a company, and reads a birth name of persons only', async () => {
    answering(unit({ nom_complet: 'LAVANDE (PARIS)', nom_raison_sociale: null, nature_juridique: '5710' }));
    expect((await search(adapter('fr-idf'))).records).toMatchObject([{ name: 'LAVANDE (PARIS)', aliases: [] }]);
  });

  it('reads 1900-01-01 as an unknown formation date', async () => {
    answering(unit({ date_creation: '1900-01-01' }));
    expect((await search(adapter('fr-idf'))).records).toMatchObject([{ formationDate: null }]);
  });

  it('skips a unit without a state, and is incomplete', async () => {
    answering(unit({ siren: '000900019', etat_administratif: null }), unit());
    const { records, complete } = await search(adapter('fr-idf'), 'Imaginary Something Else');
    expect([records.length, complete]).toEqual([1, false]);
    expect(register.skipped[0]).toEqual({ source: 'fr-idf', reason: 'a record without etat_administratif' });
  });

  it('finds a head office here by number, but not one elsewhere', async () => {
    answering(unit());
    const registry = adapter('fr-idf');
    await expect(registry.findByNumber('000900001', never)).resolves.toMatchObject({ id: '000900001' });
    answering(unit({}, { region: '53' }));
    const moved = { id: '000900001', movedTo: 'fr-bre' };
    await expect(registry.findByNumber('000900001', never)).resolves.toMatchObject(moved);
  });

  it.each([
    ['whose name is masked', unit({ nom_complet: MASK, nom_raison_sociale: MASK }), { withholds: 'name' }],
    ['of nulls alone', { siren: '000900001', nom_complet: null, etat_administratif: null }, { withholds: 'name' }],
    ['of no region', unit({}, { region: null }), { withholds: 'seat' }],
    [
      'of no region that is abroad',
      unit({}, { region: null, code_pays_etranger: '99109' }),
      { movedTo: undefined, place: 'PARIS' },
    ],
    [
      'that is masked and elsewhere',
      unit({ nom_complet: MASK, nom_raison_sociale: null }, { region: '53' }),
      { movedTo: 'fr-bre', place: 'PARIS' },
    ],
  ])('reports by number what is withheld or elsewhere of a unit %s', async (_, found, told) => {
    answering(found);
    const registry = adapter('fr-idf');
    const expected = { id: '000900001', ...told };
    await expect(registry.findByNumber('000900001', never)).resolves.toEqual(expected);
    await expect(registry.fetch('000900001', never)).resolves.toEqual(expected);
  });

  it('reports a legal form without a name here by its code', async () => {
    answering(unit({ nature_juridique: '7229' }));
    const { records } = await search(adapter('fr-idf'));
    expect(records).toMatchObject([{ entityType: 'Catégorie juridique 7229' }]);
  });
});
