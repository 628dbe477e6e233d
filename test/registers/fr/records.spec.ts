import { askedRegister } from '../asked-register.js';

const register = askedRegister();
const { listed } = register;

it('France leaves out a company whose head office is elsewhere, whatever establishment it has here', async () => {
  const unit = (siren: string, region: string) => ({
    siren,
    nom_complet: 'IMAGINARY SOMETHING (BRAND)',
    nom_raison_sociale: 'IMAGINARY SOMETHING',
    etat_administratif: 'A',
    siege: { region },
    matching_etablissements: [{ region: '11' }],
  });
  const results = [unit('900000001', '11'), unit('900000002', '93')];
  const records = await listed('fr-idf', { results, total_pages: 1 });
  expect(records).toMatchObject([{ id: '900000001', name: 'IMAGINARY SOMETHING' }]);
});
