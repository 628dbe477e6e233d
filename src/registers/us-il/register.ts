import { register } from '../../core/registries/register.js';

export const US_IL = register({
  code: 'us-il',
  name: 'Illinois',
  tiers: ['quick', 'deep'],
  coverage: 'all',
  publishes: { officers: 'deep', agents: 'deep' },
  source: {
    name: 'Illinois Secretary of State, Business Services',
    url: 'https://www.ilsos.gov',
    licence: 'Illinois Data Transparency terms',
  },
  authority: 'RA000608',
  barred: 'The terms of the register of Illinois forbid automated access to its data, so it cannot be asked here.',
  otherNames: { trade: 'offered' },
});
