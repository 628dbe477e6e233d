import { Ledger } from '../../billing/ports.js';
import { PRICES } from '../../billing/pricing.js';
import type { Entity } from '../../entities/entity.js';
import { Entities, Snapshots } from '../../entities/ports.js';
import { restingOn, EvidenceKeeper } from '../../evidence/evidence-keeper.js';
import { found, ownMatch } from '../../entities/verified-entity.js';
import { recordOfJob, type Id } from '../../ids.js';
import { type PendingWrite, Transaction, type Tx } from '../../ports.js';
import { Registries, SourceError } from '../../registries/ports.js';
import { codeOf, failed, noMatch, type JobResult } from '../../verification/job.js';
import { Retrievals } from '../../verification/ports.js';
import type { DueDelivery } from '../../webhooks/ports.js';
import type { WatchEvent, WatchFact } from '../event.js';
import { judge, type Outcome } from '../comparison/judge.js';
import { type CheckEnd, type ClaimedCheck, WatchChecks, WatchClock } from '../ports.js';
import { recordStateOf } from '../comparison/record-state.js';
import type { RecordAnswer } from '../../verification/register-answers.js';
import { nextCheck } from '../schedule/schedule.js';
import type { PauseReason, Period } from '../watch.js';
import { Injectable } from '../../injectable.js';
import { OrphanedChecks } from '../../accounts/ports.js';

export interface Answered {
  checks: readonly ClaimedCheck[];
  answer: RecordAnswer | SourceError;
}

export interface Unpaid {
  check: ClaimedCheck;
  reason: PauseReason;
}

/**
 * Ends checks in one transaction: stores records, reports changes, refunds unanswered checks. A
 * check whose claim was lost changes nothing; its current holder ends it.
 */
@Injectable()
export class CheckSettlement {
  constructor(
    private readonly checks: WatchChecks,
    private readonly entities: Entities,
    private readonly evidence: EvidenceKeeper,
    private readonly snapshots: Snapshots,
    private readonly retrievals: Retrievals,
    private readonly ledger: Ledger,
    private readonly orphans: OrphanedChecks,
    private readonly registries: Registries,
    private readonly transaction: Transaction,
    private readonly clock: WatchClock,
  ) {}

  async settle(answered: readonly Answered[], unpaid: readonly Unpaid[]): Promise<DueDelivery[]> {
    const now = await this.clock.now();
    const paid = answered.flatMap(({ checks }) => checks);
    const ended = await Promise.all(answered.map((one) => this.endsOf(one)));
    const ends = ended.flat().toSorted((a, b) => +a.end.check.due - +b.end.check.due);
    const checks = [...paid, ...unpaid.map(({ check }) => check)];
    return this.transaction.interactive(async (tx) => {
      const ours = await this.checks.lock(tx, checks);
      const held = ends.flatMap(({ end, writes }) => {
        const watch = ours.get(end.check.watchId);
        // Its owner may have changed the period meanwhile.
        return watch ? [{ writes, end: { ...end, nextCheckAt: this.nextOf(end.check, watch.every, now) } }] : [];
      });
      const lost = paid.filter(({ watchId }) => !ours.has(watchId));
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

  /** Deleting a watch usually ends and refunds its check already; refunding again has no effect. */
  private async refundOrphans(tx: Tx, lost: readonly ClaimedCheck[]): Promise<PendingWrite[]> {
    if (lost.length === 0) return [];
    const orphaned = await this.checks.orphaned(tx, lost);
    return orphaned.flatMap(({ jobId }) => [...this.orphans.end(jobId)]);
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

  /** Stores the register's answer once for all checks with the same question. */
  private async endsOf({
    checks,
    answer,
  }: Answered): Promise<{ end: Omit<CheckEnd, 'nextCheckAt'>; writes: PendingWrite[] }[]> {
    const heardId = answer instanceof SourceError ? undefined : await this.evidence.keep(answer.heard);
    const entity = await this.keep(checks, answer, heardId);
    const judged = checks.map((check) => {
      const outcome = outcomeOf(check, answer, entity);
      return { check, ...judge(check.memory, outcome, check.due, check.on) };
    });
    const snapshotId = entity && judged.some(tellsChange) ? await this.latestSnapshot(entity) : undefined;
    return judged.map((one) => {
      const { check, memory, facts } = one;
      const about = tellsChange(one) ? snapshotId : undefined;
      const spent = answer instanceof SourceError ? 0 : PRICES[check.tier];
      return {
        end: {
          check,
          memory,
          spent,
          events: facts.map((fact) => ({ ...this.eventOf(check, fact, about), recordId: recordOfJob(check.jobId) })),
        },
        writes: this.writesOf(check, answer, entity, heardId),
      };
    });
  }

  private async keep(
    [check]: readonly ClaimedCheck[],
    answer: RecordAnswer | SourceError,
    heardId: Id<'evd'> | undefined,
  ): Promise<Entity | undefined> {
    if (!check || answer instanceof SourceError) return undefined;
    if (answer.kind === 'absent') {
      await this.entities.markGone(check.entityId, check.claimedAt);
      return undefined;
    }
    const { record, details, provenance, sources } = answer;
    const { jurisdiction } = check;
    return this.entities.upsert({ jurisdiction, record, details, provenance, evidence: restingOn(heardId, sources) });
  }

  private async latestSnapshot({ id, provenance }: Entity): Promise<Id<'snp'> | undefined> {
    // The database has microseconds.
    const until = new Date(provenance.retrievedAt.getTime() + 1);
    const { items } = await this.snapshots.page(id, until, { limit: 1, offset: 0 });
    return items[0]?.id;
  }

  private writesOf(
    check: ClaimedCheck,
    answer: RecordAnswer | SourceError,
    entity: Entity | undefined,
    evidenceId: Id<'evd'> | undefined,
  ): PendingWrite[] {
    const { jobId, accountId, tier } = check;
    const result = resultOf(check, answer, entity, this.registries.asOf(check.jurisdiction));
    const writes = [this.retrievals.settle(jobId, result, evidenceId)];
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
    const { watchId, entityId, reference, due } = check;
    return { fact, watchId, entityId, reference, snapshotId, sandboxTime: this.clock.isSandbox ? due : undefined };
  }
}

function tellsChange({ facts }: { facts: readonly WatchFact[] }): boolean {
  return facts.some(({ event }) => event === 'entity.changed');
}

/** A quick check shows quick data only, even if a deep one shared the question. */
function outcomeOf(check: ClaimedCheck, answer: RecordAnswer | SourceError, entity: Entity | undefined): Outcome {
  if (answer instanceof SourceError) return { kind: 'unanswered', reason: codeOf(answer.failure) };
  const { parserVersion } = answer;
  if (answer.kind === 'absent' && answer.moved) {
    return { kind: 'moved', to: answer.moved.movedTo ?? null, parserVersion };
  }
  if (answer.kind === 'absent' || !entity) {
    return { kind: 'absent', coverage: answer.coverage, parserVersion };
  }
  // Not the stored record, which may be of another reading. Its details lack erased persons.
  const { record } = answer;
  const { jurisdiction, deep } = entity;
  return { kind: 'read', state: recordStateOf({ jurisdiction, record, deep }, check.tier), parserVersion };
}

function resultOf(
  check: ClaimedCheck,
  answer: RecordAnswer | SourceError,
  entity: Entity | undefined,
  edition: string | undefined,
): JobResult {
  if (answer instanceof SourceError) {
    return failed(answer.failure, 'The official source gave no answer to this check.');
  }
  if (entity) return found({ entity, match: ownMatch(entity) }, entity.record.name, check.tier);
  const { jurisdiction, entityName, recordId: recordNumber } = check;
  const { coverage, heard } = answer;
  const searched = { closest: [], coverage, searchedAt: heard?.retrievedAt ?? check.claimedAt };
  return noMatch({ jurisdiction, entityName, recordNumber }, searched, edition);
}
