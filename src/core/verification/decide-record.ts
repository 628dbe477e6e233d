import { requireOwn, type LimitedCaller } from '../accounts/caller-limits.js';
import { Accounts } from '../accounts/ports.js';
import { hasScope, type GrantedScopes } from '../accounts/scope.js';
import { AppError, quoted } from '../errors.js';
import type { Id } from '../ids.js';
import { Injectable } from '../injectable.js';
import { invalid, InvalidRequest, refused } from '../invalid-request.js';
import { Transaction, type Tx } from '../ports.js';
import { Tasks } from '../tasks/ports.js';
import { Decisions, type Choice, type DecidableRecord, type NewDecision, type RecordDecision } from './decision.js';

const NOT_UNSURE = 'There is nothing to decide here: only an unsure answer can be decided.';
const ERASED = 'Personal data were erased from this record, so it can no longer be decided.';

export type Decider = LimitedCaller & { accountId: Id<'acc'>; scopes: GrantedScopes };

export interface DecisionAsked {
  choice: Choice;
  note: string | undefined;
  /** Decide the rows of the file that ask the same, too. */
  equalRows?: boolean | undefined;
  /** The decisions that the person had seen; of more, nothing is decided. */
  seen?: number | undefined;
}

export interface Decided {
  recordId: Id<'rec'>;
  decision: RecordDecision;
  /** All of the record, in order. */
  decisions: readonly RecordDecision[];
}

/** The names of the record and of the choice in a request. */
interface Fields {
  record: string;
  choice: string;
}

/**
 * Decides which business an unsure answer means: by the person, with the key or application that
 * sent it. A later decision supersedes an earlier one, and all are kept.
 */
@Injectable()
export class DecideRecord {
  constructor(
    private readonly decisions: Decisions,
    private readonly accounts: Accounts,
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
  ) {}

  /**
   * Safe to repeat: the same decision by the same decider is stored once. Throws `NOT_FOUND` for a
   * record of another account, `FORBIDDEN` for a limited caller that did not request it, and
   * `VALIDATION_ERROR` for an answer that is not unsure, for what it did not offer, and if somebody
   * has decided otherwise since.
   */
  async run(
    caller: Decider,
    id: Id<'rec'> | undefined,
    asked: DecisionAsked,
    fields: Fields = { record: 'id', choice: 'entity_id' },
  ): Promise<Decided> {
    if (!id) throw recordNotFound();
    const { accountId, keyId, grantId } = caller;
    const { email: decidedBy } = await this.accounts.profile(accountId);
    const { due, decided } = await this.transaction.interactive(async (tx) => {
      const record = await this.decisions.lock(tx, accountId, id);
      if (!record) throw recordNotFound();
      requireOwn(caller, record);
      refuseUndecidable(record, fields.record);
      if (asked.equalRows && !record.row) throw invalid('equal_rows', 'is for a row of a file');
      const chosen = await this.chosen(tx, record, asked.choice, fields.choice);
      const decision = { ...chosen, note: asked.note, decidedBy, keyId, grantId };
      const newest = record.decisions.at(-1);
      if (asked.seen !== undefined) refuseUnseen(newest, decision, asked.seen, caller);
      const all = asked.equalRows && record.row ? await this.decisions.lockEqual(tx, accountId, record.row) : [record];
      const undecided = all.filter(
        (each) =>
          isDecidable(each) &&
          agrees(each.decisions.at(-1), newest, decision) &&
          !isSame(each.decisions.at(-1), decision),
      );
      const deliveries = await this.decisions.add(tx, accountId, undecided, decision);
      const after = await this.decisions.lock(tx, accountId, id);
      const holds = after?.decisions.at(-1);
      if (!after || !holds) throw new Error('a decision was not kept');
      return { due: deliveries, decided: { recordId: id, decision: holds, decisions: after.decisions } };
    }, accountId);
    await Promise.all(due.map((delivery) => this.tasks.enqueue({ kind: 'delivery', ...delivery })));
    return decided;
  }

  /** The candidate of the choice, with its business as far as it is known. */
  private async chosen(
    tx: Tx,
    { id, offered }: DecidableRecord,
    choice: Choice,
    field: string,
  ): Promise<Pick<NewDecision, 'recordNumber' | 'entityId'>> {
    if ('entityId' in choice) {
      if (choice.entityId === null) return { recordNumber: null, entityId: undefined };
      const { entityId } = choice;
      const chosen = entityId && (await this.decisions.resolve(tx, id, { entityId }));
      if (chosen && offered.includes(chosen.recordNumber)) return chosen;
      throw invalid(
        field,
        'must be the business of a candidate, or "none" for none of them; jurisdiction_id takes its number',
        { details: { offered } },
      );
    }
    const { recordNumber } = choice;
    if (recordNumber === null) return { recordNumber, entityId: undefined };
    if (!offered.includes(recordNumber)) {
      const rule = 'must be the number of one of the candidates, or null for none of them';
      throw invalid('jurisdiction_id', rule, { details: { offered } });
    }
    return (await this.decisions.resolve(tx, id, { recordNumber })) ?? { recordNumber, entityId: undefined };
  }
}

function isDecidable({ outcome, isErased }: DecidableRecord): boolean {
  return outcome === 'not_sure' && !isErased;
}

function refuseUndecidable({ outcome, isErased }: DecidableRecord, field: string): void {
  if (outcome !== 'not_sure') throw refused(field, NOT_UNSURE, { details: { offered: [] } });
  if (isErased) throw refused(field, ERASED, { details: { offered: [] } });
}

/** Of two people at once, the second learns of the first one's decision. */
function refuseUnseen(
  newest: RecordDecision | undefined,
  { recordNumber: chosen }: NewDecision,
  seen: number,
  { scopes }: Pick<Decider, 'scopes'>,
): void {
  const made = newest?.number ?? 0;
  if (seen > made) throw invalid('decisions_seen', `must be at most ${made}, the number of decisions there are`);
  if (!newest || made === seen || newest.recordNumber === chosen) return;
  const { recordNumber, decidedBy, note = '' } = newest;
  const who = (hasScope(scopes, 'account:read') ? decidedBy : undefined) ?? 'Somebody';
  const choice = recordNumber === null ? 'none of the candidates' : `the record ${recordNumber}`;
  const message = `${who} decided for ${choice} meanwhile${note && ` (“${quoted(note)}”)`}. Nothing was changed.`;
  throw new InvalidRequest({ field: 'decisions_seen', message });
}

/** Of the rows that ask the same, those that were decided otherwise by themselves stay as they are. */
function agrees(
  own: RecordDecision | undefined,
  newest: RecordDecision | undefined,
  { recordNumber }: NewDecision,
): boolean {
  return own === undefined || own.recordNumber === newest?.recordNumber || own.recordNumber === recordNumber;
}

function isSame(newest: RecordDecision | undefined, decision: NewDecision): boolean {
  if (newest?.recordNumber !== decision.recordNumber) return false;
  const { decidedWith: sent } = newest;
  return (
    newest.note === decision.note &&
    newest.decidedBy === decision.decidedBy &&
    (sent && 'keyId' in sent ? sent.keyId : undefined) === decision.keyId &&
    (decision.keyId !== undefined || (sent && 'grantId' in sent ? sent.grantId : undefined) === decision.grantId)
  );
}

export function recordNotFound(suggestion = 'GET /v1/records lists the records of this account.'): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such record.', suggestion });
}
