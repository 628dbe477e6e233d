import { socrata, type Contract } from '../contract.js';

export const CONTRACTS: readonly Contract[] = [
  {
    ...socrata('us-pa', { id: 'filing_number', name: 'business_name' }, { live: '', ended: '' }),
    liveStatus: 'unknown',
  },
];
