import { register } from '../../core/registries/register.js';

export const US_CA = register({
  code: 'us-ca',
  name: 'California',
  optIn: true,
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { agents: 'deep' },
  triedAgainst: 'description',
  needs: 'a free key',
  source: {
    name: 'California Secretary of State, CALICO Business Entity Search',
    url: 'https://calicodev.sos.ca.gov',
    licence: 'Public record',
  },
  wellKnown: 'Apple Inc.',
  number: {
    form: 'an entity number: C and seven digits, twelve digits, or B and eleven digits',
    read: (typed) => {
      const number = typed.replaceAll(/[ -]/g, '');
      return /^(?:C\d{7}|\d{12}|B\d{11})$/.test(number) ? number : undefined;
    },
  },
});
