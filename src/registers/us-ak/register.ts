import { register } from '../../core/registries/register.js';

export const US_AK = register({
  code: 'us-ak',
  name: 'Alaska',
  tiers: ['quick', 'deep'],
  coverage: 'active_only',
  publishes: { agents: 'deep' },
  source: {
    name: 'Alaska Division of Corporations, Business and Professional Licensing',
    url: 'https://www.commerce.alaska.gov/cbp',
    licence: 'Alaska public record',
  },
  barred: 'The register of Alaska blocks automated downloads of its data, so it cannot be asked here.',
  otherNames: { trade: 'offered' },
});
