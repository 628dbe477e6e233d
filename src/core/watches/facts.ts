import type { Id } from '../ids.js';
import type { WatchFact } from './event.js';

/** What a watch reported, as the feed keeps it. */
export interface ReportedFact {
  id: Id<'evt'>;
  type: WatchFact['event'];
  watchId: Id<'wch'>;
  entityId: Id<'ent'>;
  entityName: string;
  /** As it was written: see the webhook of this type. */
  body: Readonly<Record<string, unknown>>;
  createdAt: Date;
}

export interface FactsWanted {
  watchId?: Id<'wch'> | undefined;
  entityId?: Id<'ent'> | undefined;
  /** In the name of the business. */
  text?: string | undefined;
  /** Only those before this one. */
  before?: Id<'evt'> | undefined;
  limit: number;
}

/** What the watches of an account reported, the newest first. */
export abstract class WatchFacts {
  abstract list(
    accountId: Id<'acc'>,
    wanted: FactsWanted,
  ): Promise<{ items: ReportedFact[]; next: Id<'evt'> | undefined }>;
}
