import { register } from '../../core/registries/register.js';

export const US_FL = register({
  code: 'us-fl',
  name: 'Florida',
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { officers: 'quick', agents: 'deep' },
  source: {
    name: 'Florida Division of Corporations, Corporate Data',
    url: 'https://dos.fl.gov/sunbiz/other-services/data-downloads',
    licence: 'Florida public record',
  },
  authority: 'RA000603',
  number: {
    form: 'a document number: at most three letters and digits, 12 characters at most',
    read: (typed) => (/^(?=.{5,12}$)[A-Z]{0,3}\d+$/.test(typed) ? typed : undefined),
  },
});
