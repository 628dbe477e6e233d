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
