import { register } from '../../core/registries/register.js';
import type { Source } from '../../core/registries/jurisdiction.js';
import type { NumberRule } from '../../core/registries/number-rule.js';

export type HomeNation = 'gb-eaw' | 'gb-sct' | 'gb-nir';

/**
 * Number prefixes of each register. Every other company is registered in Cardiff, including `SE`.
 */
const SCOTTISH = /^(SC|SA|SF|SI|SL|SO|SP|SR|SZ|CS|ES|GS)/i;
const NORTHERN_IRISH = /^(N[A-Z]|R0|EN|GN)/i;

/** The nation in whose register this number is. */
export function nationNumbered(number: string): HomeNation {
  if (SCOTTISH.test(number)) return 'gb-sct';
  return NORTHERN_IRISH.test(number) ? 'gb-nir' : 'gb-eaw';
}

const SOURCE: Source = {
  name: 'Companies House',
  url: 'https://find-and-update.company-information.service.gov.uk',
  licence: 'Companies House: no rules on the use of its register information',
};

const PREFIX =
  /^(AC|BR|C[ES]|E[NS]|FC|G[ENS]|I[CP]|LP|N[ACFILOPRVZ]|O[CE]|PC|R[0CS]|S[ACEFILOPRZ]|ZC)[ -]?(\d{1,6})([A-Z]{0,3})$/;

/**
 * Source: Companies House, Uniform Resource Identifiers and the company number prefixes of its
 * public data products. Numbers of societies and old partnerships may end in letters, at any length
 * up to eight: `IP28RS`, `SL00911A`, `IP000CUS`.
 */
const NUMBER: NumberRule = {
  form: 'eight digits, or a prefix such as SC, NI or OC and six digits (leading zeros may be left out)',
  read: (typed) => {
    if (/^\d{1,8}$/.test(typed)) return typed.padStart(8, '0');
    const [, prefix, digits = '', letters = ''] = PREFIX.exec(typed) ?? [];
    if (prefix === undefined || digits.length + letters.length > 6) return undefined;
    return prefix + (letters === '' ? digits.padStart(6, '0') : digits + letters);
  },
};

/** One register for three jurisdictions and the country. It states each company's jurisdiction. */
const companiesHouse = {
  folder: 'gb',
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { officers: 'deep' },
  source: SOURCE,
  number: NUMBER,
  needs: 'a key',
  otherNames: { former: 'with first and last day' },
} as const;

export const GB_EAW = register({
  ...companiesHouse,
  code: 'gb-eaw',
  name: 'England and Wales',
  authority: 'RA000585',
  wellKnown: 'Tesco PLC',
});

export const GB_SCT = register({
  ...companiesHouse,
  code: 'gb-sct',
  name: 'Scotland',
  authority: 'RA000587',
  wellKnown: 'NatWest Group plc',
});

export const GB_NIR = register({
  ...companiesHouse,
  code: 'gb-nir',
  name: 'Northern Ireland',
  authority: 'RA000586',
  wellKnown: 'Ulster Bank Limited',
});

/** It has no authority of its own: a company's is that of its nation. */
export const GB = register({
  ...companiesHouse,
  code: 'gb',
  name: 'United Kingdom',
  optIn: true,
  partOf: ({ id, seat }) => seat?.jurisdiction ?? nationNumbered(id),
  wellKnown: 'Tesco PLC',
});
