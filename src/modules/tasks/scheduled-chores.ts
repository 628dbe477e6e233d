import { EvidenceErasure } from '../../core/evidence/ports.js';
import { CheckLedger } from '../../core/maintenance/check-ledger.js';
import { Chores } from '../../core/maintenance/chores.js';
import { MirrorUpdates, ProbeSchedule } from '../../core/maintenance/ports.js';
import { PurgeExpired } from '../../core/maintenance/purge-expired.js';
import { KeepEarlierRecords } from '../../core/maintenance/keep-earlier-records.js';
import { OAuthRecords } from '../../core/oauth/ports.js';
import { ADVANCE_CLOCK, AdvanceClock } from '../../core/watches/clock/advance-clock.js';
import { EditionComparison } from '../../core/watches/comparison/edition-comparison.js';
import { MailChanges } from '../../core/watches/mails/mail-changes.js';
import { WatchClock } from '../../core/watches/ports.js';
import { Resumer } from '../../core/watches/schedule/resumer.js';
import { Injectable } from '@nestjs/common';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 3_600_000;

/** Everything that the installation does by the clock. */
@Injectable()
export class ScheduledChores extends Chores {
  constructor(
    purge: PurgeExpired,
    oauthRecords: OAuthRecords,
    ledger: CheckLedger,
    mirrors: MirrorUpdates,
    probes: ProbeSchedule,
    resumer: Resumer,
    editions: EditionComparison,
    clock: AdvanceClock,
    { isSandbox }: WatchClock,
    mails: MailChanges,
    evidence: EvidenceErasure,
    earlierRecords: KeepEarlierRecords,
  ) {
    super([
      {
        name: 'the purge of what expired',
        everyMs: HOUR_MS,
        turns: 'once',
        run: (stopping) => purge.run(stopping),
      },
      {
        name: 'the purge of OAuth records',
        everyMs: HOUR_MS,
        turns: 'once',
        run: (stopping) => oauthRecords.purge(stopping),
      },
      {
        // Resumes erasures that a dead process left unfinished.
        name: 'the erasure of evidence',
        everyMs: HOUR_MS,
        turns: 'once',
        run: (stopping) => evidence.finishAll(stopping),
      },
      {
        // Until everything from before has a record; then there is nothing to do.
        name: 'the records of what was answered before',
        everyMs: MINUTE_MS,
        firstAfterMs: 10 * SECOND_MS,
        turns: 'shared',
        run: (stopping) => earlierRecords.run(stopping),
      },
      {
        name: 'the check of the ledger',
        everyMs: HOUR_MS,
        firstAfterMs: 10 * SECOND_MS,
        turns: 'once',
        run: (stopping) => ledger.run(stopping),
      },
      ...(mirrors.everyMs === undefined
        ? []
        : [
            {
              // Turns are taken per mirror.
              name: 'the update of mirrors',
              everyMs: mirrors.everyMs,
              turns: 'shared' as const,
              run: (stopping: AbortSignal) => mirrors.run(stopping),
            },
          ]),
      ...(probes.everyMs === undefined
        ? []
        : [
            {
              name: 'the probe of registers',
              everyMs: probes.everyMs,
              turns: 'once' as const,
              run: (stopping: AbortSignal) => probes.run(stopping),
            },
          ]),
      {
        name: 'the sweep for paused watches',
        everyMs: SECOND_MS,
        turns: 'shared',
        run: () => resumer.resumeAll(),
      },
      {
        name: 'the comparison with new editions',
        everyMs: SECOND_MS,
        turns: 'shared',
        run: (stopping) => editions.compareAll(stopping),
      },
      {
        name: 'the mails about changes',
        everyMs: SECOND_MS,
        turns: 'shared',
        run: (stopping) => mails.run(stopping),
      },
      ...(isSandbox
        ? [
            {
              name: ADVANCE_CLOCK,
              everyMs: SECOND_MS,
              turns: 'shared' as const,
              run: (stopping: AbortSignal) => clock.run(stopping),
            },
          ]
        : []),
    ]);
  }
}
