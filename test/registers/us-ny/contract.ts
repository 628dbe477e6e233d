import { socrata, type Contract } from '../contract.js';

export const CONTRACTS: readonly Contract[] = [
  socrata('us-ny', { id: 'dos_id', name: 'current_entity_name' }, { live: '', ended: '' }),
];
