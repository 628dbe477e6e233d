import { register } from '../../core/registries/register.js';
import { filled } from '../../core/registries/number-rule.js';

export const US_DC = register({
  code: 'us-dc',
  name: 'District of Columbia',
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { agents: 'deep' },
  source: {
    name: 'District of Columbia DLCP, Corporate Registration',
    url: 'https://opendata.dc.gov/datasets/DCGIS::corporate-registration',
    licence: 'CC BY 4.0',
  },
  authority: 'RA000601',
  wellKnown: 'The George Washington University',
  number: {
    form: 'a file number: digits, or a letter and eight digits (leading zeros may be left out), such as L00900001',
    read: (typed) =>
      filled(/^([A-Z]{1,3})[ -]?(\d{1,17})$/, 8, typed) ?? (/^\d{1,20}$/.test(typed) ? typed : undefined),
  },
  otherNames: { trade: 'offered' },
});
