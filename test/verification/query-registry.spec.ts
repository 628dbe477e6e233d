import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import type { Retrieval } from '../../src/core/verification/retrieval-claim.js';
import { QueryRegistry } from '../../src/core/verification/query-registry.js';
import type { Registry } from '../../src/core/registries/ports.js';
import { FakeRegistries, FakeRegistry, record } from '../support/fakes.js';

/** A register that lists records which it no longer has when they are read. */
class Forgetful extends FakeRegistry {
  gone: string[] = [];
  masked: string[] = [];
  /** Records that are no longer published at all. */
  withdrawn: string[] = [];
  moved: string[] = [];

  override async fetch(id: string, signal: AbortSignal): ReturnType<Registry['fetch']> {
    const found = await super.fetch(id, signal);
    if (this.withdrawn.includes(id)) return { id, withholds: 'record' };
    if (this.moved.includes(id)) return { id, movedTo: 'us-ny', place: 'Albany' };
    if (this.masked.includes(id)) return { id, withholds: 'name' };
    return this.gone.includes(id) ? undefined : found;
  }
}

function asking(registry: FakeRegistry, tier: 'quick' | 'deep' = 'deep', more: object = {}) {
  const registries = new FakeRegistries();
  registries.byCode['us-co'] = registry;
  const retrieval = {
    kind: 'verify',
    jurisdiction: 'us-co',
    entityName: 'Elm Valley LLC',
    tier,
    claimedAt: new Date(),
    ...more,
  } as unknown as Retrieval;
  const query = new QueryRegistry(registries, new NoTracing());
  return query.run(retrieval, new AbortController().signal);
}

it('skips a listed record that is gone when read, and decides again', async () => {
  const registry = new Forgetful();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' }), record({ id: '2', name: 'Elm Valley, L.L.C.' })];
  registry.gone = ['1'];
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'found', record: { id: '2' } });
  registry.gone = ['1', '2'];
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'no_match' });
  // A quick verification reads only the list.
  await expect(asking(registry, 'quick')).resolves.toMatchObject({ kind: 'found', record: { id: '1' } });
});

it('reports a record that is gone when read as dissolved if the list says so', async () => {
  const registry = new Forgetful();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC', status: 'dissolved', goodStanding: false })];
  registry.gone = ['1'];
  await expect(asking(registry)).resolves.toMatchObject({
    kind: 'found',
    record: { id: '1', status: 'dissolved' },
    details: { officers: null, principalAddress: null },
  });
});

it('reports a withdrawn record as dissolved if the list says so, else decides without it', async () => {
  const registry = new Forgetful();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC', status: 'dissolved', goodStanding: false })];
  registry.withdrawn = ['1'];
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'found', record: { id: '1', status: 'dissolved' } });
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' }), record({ id: '2', name: 'Elm Valley, L.L.C.' })];
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'found', record: { id: '2' } });
});

it('treats a record that moved out of the jurisdiction as absent, by name and by number', async () => {
  const registry = new Forgetful();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' }), record({ id: '2', name: 'Elm Valley, L.L.C.' })];
  registry.moved = ['1'];
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'found', record: { id: '2' } });
  const read = { kind: 'record', recordId: '1', at: new Date() };
  await expect(asking(registry, 'deep', read)).resolves.toMatchObject({ kind: 'absent' });
  registry.findByNumber = (id) => Promise.resolve({ id, movedTo: 'us-ny' });
  await expect(asking(registry, 'quick', read)).resolves.toMatchObject({ kind: 'absent' });
  await expect(asking(registry, 'quick', { recordNumber: '1' })).resolves.toMatchObject({ kind: 'no_match' });
});

it('gives no "no" when an incomplete search found only a record that is gone', async () => {
  const registry = new Forgetful();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' })];
  registry.gone = ['1'];
  registry.complete = false;
  await expect(asking(registry)).rejects.toThrow(/more similar names/);
});

it('treats a masked record as unavailable, neither absent nor replaced by another one', async () => {
  const registry = new Forgetful();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' }), record({ id: '2', name: 'Elm Valley, L.L.C.' })];
  registry.masked = ['1'];
  await expect(asking(registry)).rejects.toMatchObject({ reason: 'record_withheld', failure: 'unavailable' });
  await expect(asking(registry, 'quick')).resolves.toMatchObject({ kind: 'found', record: { id: '1' } });
});

it('says whether a match comes from a complete search', async () => {
  const registry = new FakeRegistry();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' })];
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'found', search: { complete: true } });
  registry.complete = false;
  await expect(asking(registry)).resolves.toMatchObject({ kind: 'found', search: { complete: false } });
});

it('accepts no name without review while an incomplete search may hide a second record', async () => {
  const registry = new FakeRegistry();
  registry.records = [record({ id: '1', name: 'Elm Valley LLC' }), record({ id: '2', name: 'Elm Valleys LLC' })];
  await expect(asking(registry)).resolves.toMatchObject({ match: { method: 'exact', confidence: 100, review: false } });
  registry.complete = false;
  await expect(asking(registry)).resolves.toMatchObject({
    match: { method: 'exact', confidence: 84, review: true, alternatives: [{ jurisdictionId: '2' }] },
  });
});
