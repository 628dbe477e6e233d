import { register } from '../../core/registries/register.js';

export const US_DC = register({
  code: 'us-dc',
  name: 'District of Columbia',
  tiers: ['quick', 'deep'],
  coverage: 'all',
  source: {
    name: 'District of Columbia DLCP, Corporate Registration',
    url: 'https://opendata.dc.gov/datasets/DCGIS::corporate-registration',
    licence: 'CC BY 4.0',
  },
  authority: 'RA000601',
  wellKnown: 'The George Washington University',
  otherNames: { trade: 'offered' },
});
