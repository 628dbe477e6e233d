import type { Connect, Credential } from '../../adapters/registries/register.js';
import { Calico } from './calico.js';

export { US_CA as facts } from './register.js';

const KEY = 'CALICO_API_KEY';
export const credentials: readonly Credential[] = [
  { variable: KEY, words: (codes) => `A key of California's CALICO. Unset in live mode: ${codes} is unavailable.` },
];

export const connect: Connect = ({ credentials: { [KEY]: key }, sandbox }) => ({
  origin: 'https://calico.sos.ca.gov',
  pace: { concurrency: 2, spacingMs: 200 },
  ...(key !== undefined && { headers: { 'ocp-apim-subscription-key': key } }),
  missing: key === undefined && !sandbox ? KEY : undefined,
  adapter: ({ baseUrl, client }) => new Calico(baseUrl, client),
});
