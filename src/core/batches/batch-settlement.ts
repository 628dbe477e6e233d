import type { Charge } from '../billing/charge.js';
import { Ledger } from '../billing/ports.js';
import type { ChargeLimit } from '../billing/budget.js';
import { verificationCharge } from '../billing/pricing.js';
import { Entities } from '../entities/ports.js';
import { standingSign, found } from '../entities/verified-entity.js';
import { AppError, databaseFailure } from '../errors.js';
import { recordOfRow } from '../ids.js';
import { Log, Transaction } from '../ports.js';
import { Registries } from '../registries/ports.js';
import { isPlain, noMatch, recordedAnswer } from '../verification/job.js';
import type { DueDelivery } from '../webhooks/ports.js';
import type { Pause } from './batch.js';
import { BatchWork, type ClaimedBatch, type OpenRow, type RowEnd } from './ports.js';
import { MAX_TRIES, ownFailure, type AnsweredRow } from './row-answers.js';
import { Injectable } from '../injectable.js';

/**
 * Writes the outcomes of rows, their charges and the progress of the batch in one transaction: a
 * row has an outcome exactly when it is charged. If the credits do not cover all rows, the covered
 * ones end in the file's order, and the batch pauses.
 */
@Injectable()
export class BatchSettlement {
  constructor(
    private readonly work: BatchWork,
    private readonly ledger: Ledger,
    private readonly entities: Entities,
    private readonly registries: Registries,
    private readonly transaction: Transaction,
    private readonly log: Log,
  ) {}

  /**
   * Settles a round. `nextLine` is the first line not yet taken up once all of these rows end. If
   * they cannot be written together, each row is written on its own, so that a faulty row does not
   * block the others.
   */
  async settle(
    batch: ClaimedBatch,
    answered: readonly AnsweredRow[],
    end: { nextLine: number; pause?: Pause | undefined },
  ): Promise<DueDelivery[]> {
    try {
      return await this.settleTogether(batch, answered, end);
    } catch (error) {
      if (answered.length === 0 || databaseFailure(error)) throw error;
      this.log.warn('a round of a batch failed to settle; settling it row by row', {
        batchId: batch.id,
        rows: answered.length,
        error,
      });
    }
    const deliveries: DueDelivery[] = [];
    for (const one of answered.toSorted((a, b) => a.row.line - b.row.line)) {
      deliveries.push(...(await this.settleAlone(batch, one)));
    }
    return [...deliveries, ...(await this.settleTogether(batch, [], end))];
  }

  /** Makes the second and third try of a row, then ends it as failed without a charge. */
  private async settleAlone(batch: ClaimedBatch, one: AnsweredRow): Promise<DueDelivery[]> {
    const end = { nextLine: batch.nextLine };
    for (let tried = 1; tried < MAX_TRIES; tried++) {
      try {
        return await this.settleTogether(batch, [one], end);
      } catch (error) {
        if (databaseFailure(error)) throw error;
        this.log.error('a row of a batch failed with an internal error', {
          batchId: batch.id,
          line: one.row.line,
          error,
        });
      }
    }
    return this.settleTogether(batch, [{ row: one.row, answer: ownFailure(), writes: [] }], end);
  }

  private async settleTogether(
    batch: ClaimedBatch,
    answered: readonly AnsweredRow[],
    { nextLine, pause }: { nextLine: number; pause?: Pause | undefined },
  ): Promise<DueDelivery[]> {
    let left = answered.toSorted((a, b) => a.row.line - b.row.line);
    let end = { nextLine, pause };
    for (;;) {
      try {
        return await this.write(batch, left, end);
      } catch (error) {
        const limit = limitOf(error);
        if (!limit) throw error;
        const paid = withinLimit(left, limit.available);
        const [unpaid] = left.slice(paid.length);
        if (!unpaid) throw error;
        end = { nextLine: Math.min(end.nextLine, unpaid.row.line), pause: pauseAt(limit) };
        left = paid;
      }
    }
  }

  private write(
    batch: ClaimedBatch,
    answered: readonly AnsweredRow[],
    { nextLine, pause }: { nextLine: number; pause: Pause | undefined },
  ): Promise<DueDelivery[]> {
    return this.transaction.interactive(async (tx) => {
      const lines = answered.map(({ row }) => row.line);
      const open = await this.work.lock(tx, batch, lines);
      if (!open) return [];
      const still = answered.filter(({ row }) => open.has(row.line));
      const ended = still.map((one) => ({ one, end: endOf(one, this.registries.asOf(one.row.jurisdiction)) }));
      const writes = ended.flatMap(({ one, end }) => this.writesOf(batch, one, end));
      if (writes.length > 0) await tx.write(writes);
      const ends = ended.map(({ end }) => end);
      return this.work.end(tx, batch, { ends, nextLine, pause });
    }, batch.accountId);
  }

  private writesOf(batch: ClaimedBatch, { row, answer, writes }: AnsweredRow, end: RowEnd) {
    if (answer.kind === 'failed') return [];
    const charge = this.ledger.charge(chargeFor(batch, row, end));
    if (answer.kind === 'no_match') return [...writes, charge];
    return [...writes, charge, ...this.entities.recordAccess(batch.accountId, answer.entity.id, row.tier)];
  }
}

/** `edition`: of a mirrored register, see `Registries.asOf`. */
function endOf({ row, answer, evidenceId, isKnown = false }: AnsweredRow, edition: string | undefined): RowEnd {
  const own = evidenceId && { id: evidenceId };
  if (answer.kind === 'failed') {
    return { row, outcome: 'failed', isKnown, error: answer.error, isOurs: answer.isOurs === true, creditsCharged: 0 };
  }
  if (answer.kind === 'no_match') {
    const { closest, evidenceId: earlier } = answer;
    const evidence = own ?? (earlier && { id: earlier, isEarlier: true });
    const recorded = recordedAnswer(noMatch(row, answer, edition), answer.searchedAt);
    return { row, outcome: 'no_match', recorded, isKnown, closest, evidence, creditsCharged: row.priceCredits };
  }
  const result = found(answer, row.entityName, row.tier);
  const { entityId: id, data } = result;
  const { entityName: officialName, status, goodStanding, jurisdictionId, registration, match } = data;
  return {
    row,
    outcome: match.review ? 'review' : 'found',
    entity: {
      id,
      officialName,
      status,
      goodStanding,
      standing: standingSign(data),
      jurisdictionId,
      confidence: match.confidence,
      registration,
      findings: (match.evidence ?? []).filter(({ kind }) => kind === 'address' || kind === 'officer'),
      alternatives: match.alternatives,
    },
    evidence: own,
    recorded: recordedAnswer(result, undefined),
    isKnown,
    creditsCharged: row.priceCredits,
  };
}

function chargeFor(
  batch: ClaimedBatch,
  { line, customId, tier, jurisdiction, entityName, recordNumber, evidence, priceCredits: amountCredits }: OpenRow,
  { entity, recorded: answer, evidence: shown, isKnown }: RowEnd,
): Charge {
  const batchRow = { batchId: batch.id, line };
  const id = recordOfRow(batchRow);
  const record = { id, askedNumber: recordNumber, evidence, evidenceId: shown?.id, answer };
  return verificationCharge(batch, {
    batchRow,
    // That of any other row is written with its outcome.
    record: isKnown && isPlain(record, batch) ? record : undefined,
    entityId: entity?.id,
    entityName,
    jurisdiction,
    tier,
    reference: customId === '' ? undefined : customId,
    purchase: { operation: `verify_${tier}`, amountCredits },
  });
}

/** Returns the leading rows that the credits cover. A free row behind them waits as well. */
function withinLimit(answered: readonly AnsweredRow[], availableCredits: number): AnsweredRow[] {
  let cost = 0;
  const unpaid = answered.findIndex(({ row, answer }) => {
    cost += answer.kind === 'failed' ? 0 : row.priceCredits;
    return cost > availableCredits;
  });
  return answered.slice(0, unpaid === -1 ? answered.length : unpaid);
}

function limitOf(error: unknown): ChargeLimit | undefined {
  if (!(error instanceof AppError) || error.code !== 'INSUFFICIENT_CREDITS') return undefined;
  const { available, limited_by: limitedBy = 'balance', resets_at: resetsAt } = error.details ?? {};
  return {
    available: Number(available),
    limitedBy: limitedBy as ChargeLimit['limitedBy'],
    resetsAt: typeof resetsAt === 'string' ? new Date(resetsAt) : undefined,
  };
}

export function pauseAt({ limitedBy: reason, resetsAt }: ChargeLimit): Pause {
  return { reason, resetsAt };
}
