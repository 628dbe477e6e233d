import type { Id } from '../ids.js';
import type { RecordSources } from '../registries/witness.js';
import type { EvidenceStore, HeardAnswer } from './ports.js';

/** Keeps what a register sent, before anything rests on it. */
export class EvidenceKeeper {
  constructor(private readonly store: EvidenceStore) {}

  /** `undefined` where nothing was heard that is to be kept. */
  async keep(heard: HeardAnswer | undefined): Promise<Id<'evd'> | undefined> {
    return heard && this.store.keep(heard);
  }
}

/** What a snapshot rests on; `undefined` where no evidence is kept. */
export function restingOn(
  id: Id<'evd'> | undefined,
  sources: RecordSources | undefined,
): { id: Id<'evd'>; sources: RecordSources } | undefined {
  return id && sources && { id, sources };
}
