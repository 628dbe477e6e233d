import type { CountryWords } from './country-words.js';
import { ENGLISH_STREETS } from './everywhere.js';

export const SG: CountryWords = {
  country: 'sg',
  forms: `
LTD SDN BHD|BERHAD|BHD
CLG LIMITED BY GUARANTEE|LTD BY GUARANTEE
VCC VCC|VARIABLE CAPITAL COMPANY`,
  // `ACME CORPORATION PTE LTD` and `ACME PTE LTD` are two companies.
  noForms: ['CORP', 'COMPANY'],
  nameLike: 'VCC',
  standing: {
    phrases: 'IN (?:CREDITORS |MEMBERS )?VOLUNTARY LIQUIDATION|IN COMPULSORY LIQUIDATION|UNDER JUDICIAL MANAGEMENT',
    stems: 'LIQUID|JUDICIAL',
  },
  behindNames: ['SINGAPORE', 'SG'],
  address: {
    words: ENGLISH_STREETS,
    number: 'before',
    postalCode: /\b\d{6}\b/g,
    districtCharacters: 2,
  },
};
