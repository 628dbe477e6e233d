import type { Id } from '../ids.js';
import type { RecordSources } from '../registries/witness.js';
import { EvidenceStore, type HeardAnswer } from './ports.js';
import { Injectable } from '../injectable.js';

/** Stores register responses before anything refers to them. */
@Injectable()
export class EvidenceKeeper {
  constructor(private readonly store: EvidenceStore) {}

  /** `undefined` if there is nothing to keep. */
  async keep(heard: HeardAnswer | undefined): Promise<Id<'evd'> | undefined> {
    return heard && this.store.keep(heard);
  }
}

/** Returns the evidence of a snapshot; `undefined` if none is kept. */
export function restingOn(
  id: Id<'evd'> | undefined,
  sources: RecordSources | undefined,
): { id: Id<'evd'>; sources: RecordSources } | undefined {
  return id && sources && { id, sources };
}
