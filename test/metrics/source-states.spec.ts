import { editionAges, sourceStates } from '../../src/core/metrics/source-states.js';
import type { Registries } from '../../src/core/registries/ports.js';

const NOW = new Date('2026-03-02T12:00:00Z');

/** us-fl and us-ia are mirrors. The sandbox plays us-ia. */
const registries = {
  codes: ['us-co', 'us-ct', 'us-fl', 'us-ia'],
  isSandbox: (code: string) => code === 'us-ia',
  asOf: (code: string) => (code === 'us-fl' || code === 'us-ia' ? '2026-03-01T12:00:00Z' : undefined),
  unavailableReason: (code: string) => (code === 'us-co' || code === 'us-fl' ? undefined : 'not connected'),
  status: (code: string) => (code === 'us-co' ? 'down' : 'degraded'),
} as unknown as Registries;

describe('register monitoring', () => {
  it('reports the age of the editions of real mirrors', () => {
    expect(editionAges(registries, NOW)).toEqual([
      { name: 'mirror_edition_age_seconds', labels: { source: 'us-fl' }, value: 86_400 },
    ]);
  });

  it('reports the state of the registers that can be asked', () => {
    const states = sourceStates(registries).map(({ labels, value }) => [labels['source'], value]);
    expect(states.toSorted()).toEqual([
      ['us-co', 2],
      ['us-fl', 1],
    ]);
  });
});
