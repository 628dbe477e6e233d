import type { Coverage } from '../registries/jurisdiction.js';
import type { Id } from '../ids.js';
import type { Change } from './comparison/compare.js';
import type { EndReason, PauseReason } from './watch.js';

/** Why a check had no answer, as the contract names the category. */
export type BlindReason = 'DATA_SOURCE_TIMEOUT' | 'DATA_SOURCE_UNAVAILABLE';

/** What happened to a watch, or to what it looks at. */
export type WatchFact =
  | {
      event: 'entity.changed';
      changes: readonly Change[];
      /**
       * The last look that still saw the record as it was before, and the one that saw it changed.
       */
      observedBetween: readonly [Date, Date];
      /** Where the register lists only some entities, beside a record that is gone. */
      coverage?: Coverage;
    }
  | { event: 'watch.blind'; since: Date; reason: BlindReason }
  | { event: 'watch.sighted'; since: Date }
  | { event: 'watch.paused'; reason: PauseReason }
  | { event: 'watch.resumed' }
  | { event: 'watch.ended'; reason: EndReason };

/** A fact as it is reported: in the feed, and to the watch's endpoint. */
export interface WatchEvent {
  fact: WatchFact;
  watchId: Id<'wch'>;
  entityId: Id<'ent'>;
  /** Of the record as it was read when it had changed. */
  snapshotId: Id<'snp'> | undefined;
  /** By the clock of the sandbox; `undefined` elsewhere. */
  sandboxTime: Date | undefined;
}
