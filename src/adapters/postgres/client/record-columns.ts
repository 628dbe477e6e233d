import { isPlain } from '../../../core/verification/job.js';
import { alternativeDocument } from '../../../core/entities/entity-document.js';
import { toUuid } from '../../../core/ids.js';
import type { Charge } from '../../../core/billing/charge.js';
import type { KnownRecord, RecordedAnswer } from '../../../core/answers/record.js';
import type { KnownRecordColumns } from './pending-writes.js';

/**
 * For the ledger entry: way in, official name, record number, status, good standing, confidence,
 * and when the register was read. `undefined` if the record has a row of its own; only that says
 * which person asked.
 */
export function toPlainAnswer(record: KnownRecord, charge: Charge): readonly unknown[] | undefined {
  if (!isPlain(record, charge) || !record.answer) return undefined;
  const { official_name, record_number, status, good_standing, confidence, read_at } = toAnswerColumns(record.answer);
  return [charge.via, official_name, record_number, status, good_standing, confidence, read_at];
}

export function toKnownRecord({ askedNumber, evidence, evidenceId, answer }: KnownRecord): KnownRecordColumns {
  return {
    asked_number: askedNumber,
    evidence,
    evidence_id: evidenceId && toUuid(evidenceId),
    ...(answer && toAnswerColumns(answer)),
  };
}

export function toAnswerColumns(recorded: RecordedAnswer) {
  const { outcome, business, readAt } = recorded;
  return {
    outcome,
    official_name: business?.officialName,
    record_number: business?.recordNumber,
    status: business?.status,
    good_standing: business?.goodStanding,
    confidence: business?.confidence,
    read_at: readAt,
    answer: toStoredAnswer(recorded),
  };
}

/** The column `answer`; `undefined` where there is nothing to add to the others. */
function toStoredAnswer({ business, search }: RecordedAnswer): object | undefined {
  if (search) return { coverage: search.coverage, as_of: search.asOf, closest: search.closest };
  if (!business?.reasons && !business?.alternatives.length) return undefined;
  const { reasons, alternatives } = business;
  return { reasons, ...(alternatives.length > 0 && { alternatives: alternatives.map(alternativeDocument) }) };
}
