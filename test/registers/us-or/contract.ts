import { socrata, type Contract } from '../contract.js';

export const NAMES_NO_STREET = true;

export const CONTRACTS: readonly Contract[] = [
  socrata('us-or', { id: 'registry_number', name: 'business_name' }, { live: '', ended: '' }, () => ({
    entity_type: 'DOMESTIC LIMITED LIABILITY COMPANY',
  })),
];
