import type { Ledger } from '../../billing/ports.js';
import { PRICES } from '../../billing/pricing.js';
import type { Entity } from '../../entities/entity.js';
import type { Entities, Snapshots } from '../../entities/ports.js';
import { restingOn, type EvidenceKeeper } from '../../evidence/evidence-keeper.js';
import { found, ownMatch } from '../../entities/verified-entity.js';
import type { Id } from '../../ids.js';
import type { PendingWrite, Transaction, Tx } from '../../ports.js';
import { SourceError } from '../../registries/ports.js';
import { codeOf, failed, noMatch, type JobResult } from '../../verification/job.js';
import type { Retrievals } from '../../verification/ports.js';
import type { DueDelivery } from '../../webhooks/ports.js';
import type { WatchEvent, WatchFact } from '../event.js';
import { judge, type Outcome } from '../comparison/judge.js';
import type { CheckEnd, ClaimedCheck, WatchChecks, WatchClock } from '../ports.js';
import { recordStateOf } from '../comparison/record-state.js';
import type { RecordAnswer } from '../../verification/register-answers.js';
import { nextCheck } from '../schedule/schedule.js';
import type { PauseReason, Period } from '../watch.js';

/** What a paid check came to. */
export interface Answered {
  check: ClaimedCheck;
  answer: RecordAnswer | SourceError;
}

/** A check that was not made. */
export interface Unpaid {
  check: ClaimedCheck;
  reason: PauseReason;
}

/**
 * Ends checks: records are stored, changes reported, unanswered checks refunded, in
 * one transaction. A check whose claim was lost changes nothing: its present holder ends it.
 */
export class CheckSettlement {
  constructor(
    private readonly checks: WatchChecks,
    private readonly entities: Entities,
    private readonly evidence: EvidenceKeeper,
    private readonly snapshots: Snapshots,
    private readonly retrievals: Retrievals,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
    private readonly clock: Pick<WatchClock, 'isSandbox' | 'beganAt' | 'now'>,
  ) {}

  async settle(answered: readonly Answered[], unpaid: readonly Unpaid[]): Promise<DueDelivery[]> {
    const now = await this.clock.now();
    const inOrder = answered.toSorted((a, b) => +a.check.due - +b.check.due);
    const kept = new KeptAnswers(this.entities, this.evidence, this.snapshots);
    const ends = await Promise.all(inOrder.map((one) => this.endOf(one, kept)));
    const checks = [...answered, ...unpaid].map(({ check }) => check);
    return this.transaction.interactive(async (tx) => {
      const ours = await this.checks.lock(tx, checks);
      const held = ends.flatMap(({ end, writes }) => {
        const watch = ours.get(end.check.watchId);
        // Its owner may have changed how often it is checked meanwhile.
        return watch ? [{ writes, end: { ...end, nextCheckAt: this.nextOf(end.check, watch.every, now) } }] : [];
      });
      const lost = answered.flatMap(({ check }) => (ours.has(check.watchId) ? [] : [check]));
      const writes = [...held.flatMap((one) => one.writes), ...(await this.refundOrphans(tx, lost))];
      if (writes.length > 0) await tx.write(writes);
      const reported = await this.checks.end(
        tx,
        held.map(({ end }) => end),
      );
      const pausing = unpaid.filter(({ check }) => ours.has(check.watchId));
      return [...reported, ...(await this.pause(tx, pausing))];
    });
  }

  /**
   * Deleting a watch usually ends and refunds its check already; nothing is done twice.
   */
  private async refundOrphans(tx: Tx, lost: readonly ClaimedCheck[]): Promise<PendingWrite[]> {
    if (lost.length === 0) return [];
    const orphaned = await this.checks.orphaned(tx, lost);
    return orphaned.flatMap(({ jobId }) => endOfOrphan(jobId, this.retrievals, this.ledger));
  }

  private async pause(tx: Tx, unpaid: readonly Unpaid[]): Promise<DueDelivery[]> {
    if (unpaid.length === 0) return [];
    const paused = unpaid.map(({ check, reason }) => ({
      check,
      reason,
      event: this.eventOf(check, { event: 'watch.paused', reason }, undefined),
    }));
    return this.checks.pause(tx, paused);
  }

  private async endOf(
    { check, answer }: Answered,
    kept: KeptAnswers,
  ): Promise<{ end: Omit<CheckEnd, 'nextCheckAt'>; writes: PendingWrite[] }> {
    const entity = await kept.entityOf(check, answer);
    const { memory, facts } = judge(check.memory, outcomeOf(check, answer, entity), check.due, check.on);
    const tellsChange = facts.some(({ event }) => event === 'entity.changed');
    const snapshotId = entity && tellsChange ? await kept.snapshotOf(entity) : undefined;
    const evidenceId = entity ? undefined : await kept.evidenceOf(answer);
    const isAnswered = !(answer instanceof SourceError);
    return {
      end: {
        check,
        memory,
        spent: isAnswered ? PRICES[check.tier] : 0,
        events: facts.map((fact) => this.eventOf(check, fact, snapshotId)),
      },
      writes: this.writesOf(check, answer, entity, evidenceId),
    };
  }

  private writesOf(
    check: ClaimedCheck,
    answer: RecordAnswer | SourceError,
    entity: Entity | undefined,
    evidenceId: Id<'evd'> | undefined,
  ): PendingWrite[] {
    const { jobId, accountId, tier } = check;
    const writes = [this.retrievals.settle(jobId, resultOf(check, answer, entity), evidenceId)];
    if (answer instanceof SourceError) {
      return [...writes, this.ledger.refund(jobId, 'Refund: the official source gave no answer')];
    }
    return entity ? [...writes, ...this.entities.recordAccess(accountId, entity.id, tier)] : writes;
  }

  /** Missed checks are not repeated. */
  private nextOf({ jurisdiction, recordId, due, isRegular }: ClaimedCheck, every: Period, now: Date): Date | undefined {
    if (!isRegular) return undefined;
    const after = due > now ? due : now;
    return nextCheck({ jurisdiction, recordId }, every, { beganAt: this.clock.beganAt, after });
  }

  private eventOf(check: ClaimedCheck, fact: WatchFact, snapshotId: Id<'snp'> | undefined): WatchEvent {
    const { watchId, entityId, due } = check;
    return { fact, watchId, entityId, snapshotId, sandboxTime: this.clock.isSandbox ? due : undefined };
  }
}

/** What registers said, kept once for all checks that share an answer. */
class KeptAnswers {
  private readonly keeping = new Map<RecordAnswer, Promise<Entity>>();
  private readonly hearing = new Map<RecordAnswer, Promise<Id<'evd'> | undefined>>();
  private readonly finding = new Map<Entity, Promise<Id<'snp'> | undefined>>();

  constructor(
    private readonly entities: Entities,
    private readonly evidence: EvidenceKeeper,
    private readonly snapshots: Snapshots,
  ) {}

  async entityOf({ jurisdiction }: ClaimedCheck, answer: RecordAnswer | SourceError): Promise<Entity | undefined> {
    if (answer instanceof SourceError || answer.kind === 'absent') return undefined;
    const kept = this.keeping.get(answer) ?? this.keep(jurisdiction, answer);
    this.keeping.set(answer, kept);
    return kept;
  }

  private async keep(jurisdiction: string, answer: Extract<RecordAnswer, { kind: 'read' }>): Promise<Entity> {
    const { record, details, provenance, sources } = answer;
    const evidence = restingOn(await this.evidenceOf(answer), sources);
    return this.entities.upsert({ jurisdiction, record, details, provenance, evidence });
  }

  /** Of what a register said, that a record is not there included. */
  async evidenceOf(answer: RecordAnswer | SourceError): Promise<Id<'evd'> | undefined> {
    if (answer instanceof SourceError) return undefined;
    const evidenceId = this.hearing.get(answer) ?? this.evidence.keep(answer.heard);
    this.hearing.set(answer, evidenceId);
    return evidenceId;
  }

  snapshotOf(entity: Entity): Promise<Id<'snp'> | undefined> {
    const snapshotId = this.finding.get(entity) ?? this.findSnapshot(entity);
    this.finding.set(entity, snapshotId);
    return snapshotId;
  }

  private async findSnapshot({ id, provenance }: Entity): Promise<Id<'snp'> | undefined> {
    // The database counts in microseconds.
    const until = new Date(provenance.retrievedAt.getTime() + 1);
    const { items } = await this.snapshots.page(id, until, { limit: 1, offset: 0 });
    return items[0]?.id;
  }
}

/** How a check ends whose watch is deleted: nobody hears its answer, so nobody pays for it. */
export function endOfOrphan(
  jobId: Id<'job'>,
  retrievals: Pick<Retrievals, 'settle'>,
  ledger: Pick<Ledger, 'refund'>,
): PendingWrite[] {
  return [
    retrievals.settle(jobId, failed('unavailable', 'The watch was deleted while it was checked.')),
    ledger.refund(jobId, 'Refund: the watch was deleted'),
  ];
}

/** A quick check shows what is quick, also where a deeper one was asked with it. */
function outcomeOf(check: ClaimedCheck, answer: RecordAnswer | SourceError, entity: Entity | undefined): Outcome {
  if (answer instanceof SourceError) return { kind: 'unanswered', reason: codeOf(answer.failure) };
  const { parserVersion } = answer;
  if (answer.kind === 'absent' || !entity) {
    return { kind: 'absent', coverage: answer.coverage, parserVersion };
  }
  return { kind: 'read', state: recordStateOf(entity, check.tier), parserVersion };
}

function resultOf(check: ClaimedCheck, answer: RecordAnswer | SourceError, entity: Entity | undefined): JobResult {
  if (answer instanceof SourceError) {
    return failed(answer.failure, 'The official source gave no answer to this check.');
  }
  if (entity) return found({ entity, match: ownMatch(entity) }, entity.record.name, check.tier);
  const { jurisdiction, entityName, recordId: recordNumber } = check;
  const { coverage } = answer;
  return noMatch({ jurisdiction, entityName, recordNumber }, { closest: [], coverage });
}
