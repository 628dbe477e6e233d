import { socrata, type Contract } from '../contract.js';

const columns = { id: 'nit', name: 'razon_social', status: 'codigo_estado_matricula' };
const contract = socrata('co', columns, { live: '01', ended: '03' }, ({ id }) => ({
  codigo_camara: '04',
  matricula: id.slice(-7),
}));

export const NAMES_NO_STREET = true;

export const CONTRACTS: readonly Contract[] = [
  {
    ...contract,
    // All registrations of the numbers found are read in one page.
    paging: {
      rows: 1000,
      at: ({ query }) => (query.has('$offset') ? Number(query.get('$offset')) / 1000 : undefined),
    },
    readsWhatItFound: true,
    fetchesAtOnce: true,
  },
];
