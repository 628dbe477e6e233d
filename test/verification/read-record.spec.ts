import type { WithheldRecord } from '../../src/core/registries/record.js';
import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { QueryRegistry } from '../../src/core/verification/query-registry.js';
import { FakeRegistries, FakeRegistry, record } from '../support/fakes.js';

/** A register that has the number but withholds the name. */
class Masking extends FakeRegistry {
  override async fetch(id: string): Promise<WithheldRecord> {
    return Promise.resolve({ id, withholds: 'name' });
  }

  override async findByNumber(id: string): Promise<WithheldRecord> {
    return Promise.resolve({ id, withholds: 'name' });
  }
}

function read(registry: FakeRegistry, tier: 'quick' | 'deep') {
  const registries = new FakeRegistries();
  registries.byCode['us-co'] = registry;
  const asked = { kind: 'record', jurisdiction: 'us-co', recordId: '1', tier, at: new Date() } as const;
  const question = { ...asked, claimedAt: new Date() };
  return new QueryRegistry(registries, new NoTracing()).run(question, new AbortController().signal);
}

it.each(['quick', 'deep'] as const)('does not treat a masked record as absent in a %s read', async (tier) => {
  await expect(read(new Masking(), tier)).rejects.toMatchObject({ failure: 'unavailable' });
});

it.each(['quick', 'deep'] as const)('distinguishes a record from an absence in a %s read', async (tier) => {
  const registry = new FakeRegistry();
  await expect(read(registry, tier)).resolves.toMatchObject({ kind: 'absent' });
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' })];
  await expect(read(registry, tier)).resolves.toMatchObject({ kind: 'read', record: { id: '1' } });
});
