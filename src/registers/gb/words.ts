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
};
export const OVERSEAS = /^(oversea-company|uk-establishment|registered-overseas-entity)$/;
