import type { Coverage } from '../registries/jurisdiction.js';
import type { Id } from '../ids.js';
import type { Change } from './comparison/compare.js';
import type { EndReason, PauseReason } from './watch.js';

export type BlindReason = 'DATA_SOURCE_TIMEOUT' | 'DATA_SOURCE_UNAVAILABLE';

export type WatchFact =
  | {
      event: 'entity.changed';
      changes: readonly Change[];
      /** Time of the last check with the old state, and of the first with the new one. */
      observedBetween: readonly [Date, Date];
      /** Set where the register lists only some entities, for a record that is gone. */
      coverage?: Coverage;
    }
  | { event: 'watch.blind'; since: Date; reason: BlindReason }
  | { event: 'watch.sighted'; since: Date }
  | { event: 'watch.paused'; reason: PauseReason }
  | { event: 'watch.resumed' }
  | { event: 'watch.ended'; reason: EndReason };

export interface WatchEvent {
  fact: WatchFact;
  watchId: Id<'wch'>;
  entityId: Id<'ent'>;
  /** Of the watch. */
  reference: string | undefined;
  /** Of the check that it was found by; `undefined` if none was made. */
  recordId?: Id<'rec'>;
  /** Of the changed record. */
  snapshotId: Id<'snp'> | undefined;
  /** By the sandbox clock; `undefined` elsewhere. */
  sandboxTime: Date | undefined;
}
