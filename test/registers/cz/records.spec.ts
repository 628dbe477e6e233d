import { askedRegister } from '../asked-register.js';

const register = askedRegister();
const { fetched } = register;

it('Czechia returns when an officer left, and accepts an address without a region', async () => {
  const member = (prijmeni: string, more: object) => ({
    fyzickaOsoba: { jmeno: 'Fictional', prijmeni, datumNarozeni: '1970-01-01' },
    nazevAngazma: 'Člen',
    ...more,
  });
  const record = await fetched('cz-10', '90000001', {
    '/ekonomicke-subjekty/90000001': {
      ico: '90000001',
      obchodniJmeno: 'X s.r.o.',
      sidlo: { textovaAdresa: 'Praha 1' },
    },
    '/ekonomicke-subjekty-vr/90000001': {
      zaznamy: [
        { statutarniOrgany: [{ clenoveOrganu: [member('One', {}), member('Two', { datumVymazu: '2013-11-12' })] }] },
      ],
    },
  });
  expect(record!.details).toMatchObject({
    officers: [
      { name: 'Fictional One', title: 'Člen' },
      { name: 'Fictional Two', title: 'Člen', endDate: '2013-11-12' },
    ],
    principalAddress: { line1: 'Praha 1' },
  });
});
