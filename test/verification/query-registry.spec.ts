import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import type { Retrieval } from '../../src/core/verification/retrieval-claim.js';
import { QueryRegistry } from '../../src/core/verification/query-registry.js';
import type { DetailedRecord, WithheldRecord } from '../../src/core/registries/record.js';
import { FakeRegistries, FakeRegistry, record } from '../support/fakes.js';

/** A register that lists records which it no longer has when they are read. */
class Forgetful extends FakeRegistry {
  gone: string[] = [];
  masked: string[] = [];
  /** Taken out of publication altogether. */
  withdrawn: string[] = [];

  override async fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | WithheldRecord | undefined> {
    const found = await super.fetch(id, signal);
    if (this.withdrawn.includes(id)) return { id, withholds: 'record' };
    if (this.masked.includes(id)) return { id, withholds: 'name' };
    return this.gone.includes(id) ? undefined : found;
  }
}

function asking(registry: FakeRegistry, tier: 'quick' | 'deep' = 'deep') {
  const registries = new FakeRegistries();
  registries.byCode['us-co'] = registry;
  const retrieval = {
    kind: 'verify',
    jurisdiction: 'us-co',
    entityName: 'Elm Valley LLC',
    tier,
    claimedAt: new Date(),
  } as unknown as Retrieval;
  const query = new QueryRegistry(registries, new NoTracing());
  return query.run(retrieval, new AbortController().signal);
}

it('a record that is listed but gone on reading is left out, and it is decided again', async () => {
  const registry = new Forgetful();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' }), record({ id: '2', name: 'Elm Valley, L.L.C.' })];
  registry.gone = ['1'];
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'found', record: { id: '2' } });
  registry.gone = ['1', '2'];
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'no_match' });
  // A quick verification reads the list alone.
  await expect(asking(registry, 'quick')).resolves.toMatchObject({ kind: 'found', record: { id: '1' } });
});

it('a record that is gone on reading is dissolved if the list says so', async () => {
  const registry = new Forgetful();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC', status: 'dissolved', goodStanding: false })];
  registry.gone = ['1'];
  await expect(asking(registry)).resolves.toMatchObject({
    kind: 'found',
    record: { id: '1', status: 'dissolved' },
    details: { officers: null, principalAddress: null },
  });
});

it('a record that was taken out of publication is dissolved if the list says so, else it is decided without it', async () => {
  const registry = new Forgetful();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC', status: 'dissolved', goodStanding: false })];
  registry.withdrawn = ['1'];
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'found', record: { id: '1', status: 'dissolved' } });
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' }), record({ id: '2', name: 'Elm Valley, L.L.C.' })];
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'found', record: { id: '2' } });
});

it('a "no" is not given while a record that is gone was all that a search without an end found', async () => {
  const registry = new Forgetful();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' })];
  registry.gone = ['1'];
  registry.complete = false;
  await expect(asking(registry)).rejects.toThrow(/more similar names/);
});

it('a record that is masked on reading is neither absent nor passed over for another one', async () => {
  const registry = new Forgetful();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' }), record({ id: '2', name: 'Elm Valley, L.L.C.' })];
  registry.masked = ['1'];
  await expect(asking(registry)).rejects.toMatchObject({ reason: 'record_withheld', failure: 'unavailable' });
  await expect(asking(registry, 'quick')).resolves.toMatchObject({ kind: 'found', record: { id: '1' } });
});

it('says of a match whether it was found among all records that could be meant', async () => {
  const registry = new FakeRegistry();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' })];
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'found', search: { complete: true } });
  registry.complete = false;
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'found', search: { complete: false } });
});

it('accepts no name without review while a second record of that name may be among those that were not read', async () => {
  const registry = new FakeRegistry();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' }), record({ id: '2', name: 'Elm Valleys LLC' })];
  await expect(asking(registry)).resolves.toMatchObject({ match: { method: 'exact', confidence: 100, review: false } });
  registry.complete = false;
  await expect(asking(registry)).resolves.toMatchObject({
    match: { method: 'exact', confidence: 84, review: true, alternatives: [{ jurisdictionId: '2' }] },
  });
});
