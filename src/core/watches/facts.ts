import type { Id } from '../ids.js';
import type { WatchFact } from './event.js';

export interface ReportedFact {
  id: Id<'evt'>;
  type: WatchFact['event'];
  watchId: Id<'wch'>;
  entityId: Id<'ent'>;
  entityName: string;
  /** As stored: see the webhook of this type. */
  body: Readonly<Record<string, unknown>>;
  createdAt: Date;
}

export interface FactsWanted {
  watchId?: Id<'wch'> | undefined;
  entityId?: Id<'ent'> | undefined;
  /** Part of the name of the business. */
  text?: string | undefined;
  before?: Id<'evt'> | undefined;
  limit: number;
}

/** The reports of an account's watches, newest first. */
export abstract class WatchFacts {
  abstract list(
    accountId: Id<'acc'>,
    wanted: FactsWanted,
  ): Promise<{ items: ReportedFact[]; next: Id<'evt'> | undefined }>;
}
