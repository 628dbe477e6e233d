import { permits } from '../accounts/caller-limits.js';
import { BackgroundWork } from '../concurrency/background-work.js';
import type { Entity } from '../entities/entity.js';
import { applyEvidence, applyEvidenceToStored, type SeenAnswer } from '../entities/evidence-answer.js';
import { answerKey, knownAnswer } from '../entities/fresh-answer.js';
import { Entities, type FreshAnswer } from '../entities/ports.js';
import { EvidenceKeeper } from '../evidence/evidence-keeper.js';
import { databaseFailure } from '../errors.js';
import type { Id } from '../ids.js';
import { Log, type PendingWrite } from '../ports.js';
import { Jurisdictions } from '../registries/jurisdictions.js';
import { SourceError, Registries, type Registry } from '../registries/ports.js';
import { endedByUs, failed, type Failed } from '../verification/job.js';
import { failureOf } from '../verification/failure-of.js';
import { withTimeLimit, QueryRegistry } from '../verification/query-registry.js';
import type { NameAnswer } from '../verification/register-answers.js';
import { keepAnswer } from '../verification/settlement.js';
import type { ClaimedBatch, OpenRow, RetrievedRow } from './ports.js';
import { Injectable } from '../injectable.js';

/**
 * In a mirror. Their statements are sent together, and the records they all read are in memory at
 * once.
 */
const SEARCHES_AT_ONCE = 25;
const SEARCH_LIMIT_MS = 10_000;
/** A row that fails this often through an internal error ends as failed. */
export const MAX_TRIES = 3;

/** A row's answer, and the writes that go with its outcome. */
export interface AnsweredRow {
  row: OpenRow;
  answer: FreshAnswer | Failed;
  writes: readonly PendingWrite[];
  /** Answered by what an earlier question had retrieved. */
  isKnown?: boolean;
  /** Everything the register sent for it; `undefined` for a known answer. */
  evidenceId?: Id<'evd'> | undefined;
}

/**
 * Answers rows together: known answers with a few statements for all, mirrored registers with
 * searches in the mirror. The rest has to be retrieved. A register taken out of service since the
 * file was read fails its rows.
 */
@Injectable()
export class RowAnswers {
  constructor(
    private readonly entities: Entities,
    private readonly jurisdictions: Jurisdictions,
    private readonly registries: Registries,
    private readonly register: QueryRegistry,
    private readonly evidence: EvidenceKeeper,
    private readonly background: BackgroundWork,
    private readonly log: Log,
  ) {}

  /** Returns whether the key that started the batch may still ask this row. */
  permits({ keyLimits }: ClaimedBatch, row: OpenRow): boolean {
    return !keyLimits || permits(keyLimits, row, this.registries.offer(row.jurisdiction).tiers);
  }

  /** In no particular order. */
  async of(batch: ClaimedBatch, rows: readonly OpenRow[]): Promise<{ answered: AnsweredRow[]; toRetrieve: OpenRow[] }> {
    const known = await this.background.step(() =>
      Promise.all(rows.map(async (row) => ({ row, answer: await this.known(row) }))),
    );
    const answered = known.flatMap(({ row, answer }) =>
      answer ? [{ row, answer, writes: [], isKnown: answer.kind !== 'failed' }] : [],
    );
    const unknown = known.flatMap(({ row, answer }) => (answer ? [] : [row]));
    const mirrored = unknown.filter(({ jurisdiction }) => this.registries.asOf(jurisdiction) !== undefined);
    const toRetrieve = unknown.filter(({ jurisdiction }) => this.registries.asOf(jurisdiction) === undefined);
    return { answered: [...answered, ...(await this.searchAll(batch, mirrored))], toRetrieve };
  }

  /**
   * Answers rows whose retrieval has ended. Rows that need another retrieval are in `toRetrieve`.
   */
  async retrieved(rows: readonly RetrievedRow[]): Promise<{ answered: AnsweredRow[]; toRetrieve: OpenRow[] }> {
    const looked = await Promise.all(
      rows.map(async (each) => ({
        row: each.row,
        answer: each.failure ?? (await this.answeredSince(each)),
        evidenceId: each.evidenceId,
      })),
    );
    return {
      answered: looked.flatMap(({ answer, ...each }) => (answer ? [{ ...each, answer, writes: [] }] : [])),
      toRetrieve: looked.flatMap(({ row, answer }) => (answer ? [] : [row])),
    };
  }

  private async known(row: OpenRow): Promise<FreshAnswer | Failed | undefined> {
    if (this.jurisdictions.state(row.jurisdiction).unavailableReason !== undefined) {
      return failed('unavailable', 'The official source cannot be asked at the moment.');
    }
    const answer = await knownAnswer(this.entities, row, 'in bulk');
    return applyEvidenceToStored(this.entities, row, answer, this.registries.words(row.jurisdiction));
  }

  /**
   * Evidence may point to a record that was not read at this tier. A search that did not know the
   * evidence is repeated with it; otherwise the uncertain answer stays for a person to review.
   */
  private async answeredSince({ row, since, waitsSince }: RetrievedRow): Promise<FreshAnswer | undefined> {
    const answerOf = (moment: Date) => this.entities.answerSince(row.jurisdiction, answerKey(row), row.tier, moment);
    const answer = await answerOf(since);
    if (!row.evidence || answer?.kind !== 'found') return answer;
    const rivals = await Promise.all((answer.rivals ?? []).map((id) => this.entities.find(id)));
    const known = rivals.flatMap((rival) => rival ?? []);
    const seen = this.seen(row, answer, known);
    return seen.isUnread && !(await answerOf(waitsSince)) ? undefined : seen.answer;
  }

  private seen(row: OpenRow, answer: FreshAnswer, rivals: readonly Entity[]): SeenAnswer {
    return applyEvidence(row, answer, rivals, this.registries.words(row.jurisdiction));
  }

  private async searchAll(batch: ClaimedBatch, rows: readonly OpenRow[]): Promise<AnsweredRow[]> {
    const mirrors = new Map<string, Registry>();
    for (const { jurisdiction: code } of rows) {
      if (!mirrors.has(code)) mirrors.set(code, this.registries.of(code).together());
    }
    const answered: AnsweredRow[] = [];
    for (let from = 0; from < rows.length; from += SEARCHES_AT_ONCE) {
      const some = rows.slice(from, from + SEARCHES_AT_ONCE);
      const searches = () => Promise.all(some.map((row) => this.search(batch, row, mirrors.get(row.jurisdiction))));
      answered.push(...(await this.background.step(searches)));
    }
    return answered;
  }

  private async search(
    { id, claimedAt }: ClaimedBatch,
    row: OpenRow,
    mirror: Registry | undefined,
  ): Promise<AnsweredRow> {
    const givenEvidence = row.evidence ? [row.evidence] : [];
    const question = { kind: 'verification', ...row, givenEvidence, claimedAt } as const;
    for (let tried = 1; ; tried++) {
      try {
        const run = (signal: AbortSignal) => this.register.run(question, signal, mirror);
        return await this.keep(row, await withTimeLimit(SEARCH_LIMIT_MS, run));
      } catch (error) {
        if (error instanceof SourceError) return { row, answer: failureOf(error), writes: [] };
        if (databaseFailure(error)) throw error;
        this.log.error('a row of a batch failed with an internal error', { batchId: id, line: row.line, error });
        if (tried === MAX_TRIES) return { row, answer: ownFailure(), writes: [] };
      }
    }
  }

  private async keep(row: OpenRow, answer: NameAnswer): Promise<AnsweredRow> {
    if (answer.kind === 'ranked') throw new Error('a verification was answered with a ranking');
    const asked = { jurisdiction: row.jurisdiction, key: answerKey(row) };
    const evidenceId = await this.evidence.keep(answer.heard);
    const { kept, rivals, write } = await keepAnswer(this.entities, asked, answer, evidenceId);
    return { row, answer: this.seen(row, kept, rivals).answer, writes: [write], evidenceId };
  }
}

/** The failure of a row that ended through an internal error. */
export function ownFailure(): Failed {
  return endedByUs('The row could not be answered for an error of this service.');
}
