import { socrata, type Contract } from '../contract.js';

export const CONTRACTS: readonly Contract[] = [
  socrata(
    'us-co',
    { id: 'entityid', name: 'entityname', status: 'entitystatus' },
    { live: 'Good Standing', ended: 'Voluntarily Dissolved' },
  ),
];
