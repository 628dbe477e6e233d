import { socrata, type Contract } from '../contract.js';

export const CONTRACTS: readonly Contract[] = [
  socrata(
    'us-tx',
    { id: 'taxpayer_number', name: 'taxpayer_name', status: 'sos_status_code' },
    { live: 'A', ended: 'T' },
    ({ ended }) => ({ right_to_transact_business_code: ended === true ? 'I' : 'A' }),
  ),
];
