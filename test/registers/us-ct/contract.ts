import { socrata, type Contract } from '../contract.js';

export const CONTRACTS: readonly Contract[] = [
  socrata(
    'us-ct',
    { id: 'accountnumber', name: 'name', status: 'status' },
    { live: 'Active', ended: 'Dissolved' },
    ({ id }) => ({ id: `001t${id}` }),
  ),
];
