import type { EntityStatus } from '../../core/registries/record.js';

/** A company in insolvency still exists. The status detail has the proceedings. */
export const STATUSES: Readonly<Record<string, EntityStatus>> = {
  active: 'active',
  open: 'active',
  registered: 'active',
  liquidation: 'active',
  receivership: 'active',
  administration: 'active',
  'voluntary-arrangement': 'active',
  'insolvency-proceedings': 'active',
  dissolved: 'dissolved',
  removed: 'dissolved',
  closed: 'inactive',
  'converted-closed': 'inactive',
};
export const INSOLVENT = /^(liquidation|receivership|administration|voluntary-arrangement|insolvency-proceedings)$/;
export const STRIKE_OFF = /proposal-to-strike-off/;

export const TYPES: Readonly<Record<string, string>> = {
  ltd: 'Private limited company',
  plc: 'Public limited company',
  llp: 'Limited liability partnership',
  'limited-partnership': 'Limited partnership',
  'private-limited-guarant-nsc': 'Private company limited by guarantee',
  'private-limited-guarant-nsc-limited-exemption': 'Private company limited by guarantee, exempt from "limited"',
  'private-unlimited': 'Private unlimited company',
  'private-unlimited-nsc': 'Private unlimited company without share capital',
  'oversea-company': 'Overseas company',
  'uk-establishment': 'UK establishment',
  'registered-overseas-entity': 'Registered overseas entity',
  'royal-charter': 'Royal charter company',
  'charitable-incorporated-organisation': 'Charitable incorporated organisation',
  'scottish-charitable-incorporated-organisation': 'Scottish charitable incorporated organisation',
  'old-public-company': 'Old public company',
  'private-limited-shares-section-30-exemption': 'Private limited company, exempt from "limited"',
  'converted-or-closed': 'Converted or closed',
  'protected-cell-company': 'Protected cell company',
  'assurance-company': 'Assurance company',
  eeig: 'European economic interest grouping',
  ukeig: 'United Kingdom economic interest grouping',
  'european-public-limited-liability-company-se': 'European public limited liability company (SE)',
  'united-kingdom-societas': 'United Kingdom Societas',
  'icvc-securities': 'Investment company with variable capital (securities)',
  'icvc-warrant': 'Investment company with variable capital (warrant)',
  'icvc-umbrella': 'Investment company with variable capital (umbrella)',
  'investment-company-with-variable-capital': 'Investment company with variable capital',
  'registered-society-non-jurisdictional': 'Registered society',
  'industrial-and-provident-society': 'Industrial and provident society',
  'northern-ireland': 'Northern Ireland company',
  'northern-ireland-other': 'Credit union (Northern Ireland)',
  'unregistered-company': 'Unregistered company',
  'scottish-partnership': 'Scottish qualifying partnership',
  'further-education-or-sixth-form-college-corporation': 'Further education or sixth form college corporation',
  other: 'Other company type',
};
export const OVERSEAS = /^(oversea-company|uk-establishment|registered-overseas-entity)$/;
/** Its seat is abroad, while that of a UK establishment is in the United Kingdom. */
export const OVERSEAS_OWN = /^(oversea-company|registered-overseas-entity)$/;
