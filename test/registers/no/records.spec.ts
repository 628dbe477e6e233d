import { askedRegister, told, DENIED } from '../asked-register.js';

const register = askedRegister();
const { listed, fetched } = register;

describe('Norway', () => {
  const unit = (more: object) => ({
    organisasjonsnummer: '999000001',
    navn: 'IMAGINARY SOMETHING AS',
    forretningsadresse: { kommunenummer: '0301' },
    ...more,
  });

  it.each([
    [{}, ['active', null, null]],
    [{ konkurs: true }, ['active', 'Konkurs', DENIED]],
    [{ underAvvikling: true }, ['active', 'Under avvikling', DENIED]],
    [{ slettedato: '2024-01-31' }, ['dissolved', 'Slettet', false]],
  ])('reads status and standing of %j', async (more, expected) => {
    const page = { totalPages: 1 };
    const [record] = await listed('no-03', { _embedded: { enheter: [unit(more)] }, page });
    expect(told(record!)).toEqual(expected);
  });

  it('names the trustee of a bankrupt unit among its officers', async () => {
    const bostyrer = { navn: 'Adv. Fictional Trustee', postadresse: { landkode: 'NO' }, erDoed: false };
    const role = { type: { kode: 'BOBE', beskrivelse: 'Bostyrer' }, bostyrer, fratraadt: false, avregistrert: false };
    const record = await fetched('no-03', '999000001', {
      '/enheter/999000001': unit({ konkurs: true }),
      '/roller': { rollegrupper: [{ roller: [role] }] },
    });
    expect(record!.details.officers).toEqual([{ name: 'Adv. Fictional Trustee', title: 'Bostyrer' }]);
  });

  it('tells the home of a foreign unit, its number there, and its insolvency abroad', async () => {
    const foreign = {
      organisasjonsform: { kode: 'NUF', beskrivelse: 'Norskregistrert utenlandsk foretak' },
      underlagtLovgivningLandKode: 'SE',
      underlagtLovgivningLand: 'Sverige',
      registreringsnummerIHjemlandet: '559000-0000',
    };
    const answers = (more: object) => ({ '/enheter/999000001': unit({ ...foreign, ...more }) });
    const record = await fetched('no-03', '999000001', answers({}));
    expect(record).toMatchObject({
      domestic: false,
      home: { jurisdiction: 'se', name: 'Sverige' },
      relations: [{ relation: 'home', jurisdiction: 'se', number: '559000-0000' }],
    });
    const insolvent = await fetched(
      'no-03',
      '999000001',
      answers({ underUtenlandskInsolvensbehandlingDato: '2026-01-02' }),
    );
    expect(told(insolvent!)).toEqual(['active', 'Under utenlandsk insolvensbehandling', DENIED]);
  });

  it('reads a deleted unit without an address, and leaves out officers who have left', async () => {
    const role = (etternavn: string, fratraadt: boolean) => ({
      type: { beskrivelse: 'Styremedlem' },
      person: { fodselsdato: '1970-01-01', navn: { fornavn: 'Fictional', etternavn } },
      fratraadt,
    });
    const record = await fetched('no-03', '999000001', {
      '/enheter/999000001': unit({ slettedato: '2024-01-31', forretningsadresse: undefined }),
      '/roller': { rollegrupper: [{ roller: [role('One', false), role('Two', true)] }] },
    });
    expect(record).toMatchObject({ status: 'dissolved', details: { principalAddress: null } });
    expect(record!.details.officers).toEqual([{ name: 'Fictional One', title: 'Styremedlem' }]);
  });
});
