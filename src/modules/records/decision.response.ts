import { z } from 'zod';
import type { GrantedScopes } from '../../core/accounts/scope.js';
import { MAX_NOTE_LENGTH } from '../../core/limits.js';
import type { RecordDecision } from '../../core/verification/decision.js';
import { MAX_RECORD_NUMBER_LENGTH } from '../../core/registries/record-numbers.js';
import type { RecordMeant } from '../../core/verification/match-review.js';
import { idOf, listOf, moment, named, text } from '../http/answers/answer-fields.js';
import { DECIDED_WITH, decidedWithFields, decisionFor } from '../verification/jobs.response.js';

export const CHOICE_FIELDS = {
  entity_id: idOf(
    'ent',
    'The chosen business; null: none of the candidates. Absent while the chosen candidate has no id.',
  )
    .nullable()
    .optional(),
  jurisdiction_id: text('Number of the chosen record; absent for none.', MAX_RECORD_NUMBER_LENGTH).optional(),
  note: text('A note about the decision.', MAX_NOTE_LENGTH).optional(),
  decided_by: text('The person who decided.', 320).optional(),
  decided_at: moment('Time of the decision.'),
};

const DecisionShape = named(
  'Decision',
  'A decision about an unsure answer.',
  z.object({ ...CHOICE_FIELDS, decided_with: DECIDED_WITH.optional() }),
);

export const decisionField = () =>
  DecisionShape.meta({ description: 'Of an unsure answer: the decision that holds, the newest.' }).optional();

/** Of a record: the decision that holds, and all in their order. */
export const DECISIONS_FIELDS = {
  decision: decisionField(),
  decisions: listOf(DecisionShape, 'Every decision, oldest first.', 10_000).optional(),
};

/** Shows who decided only to a caller that may see the account. */
export function decisionDocument(decision: RecordMeant, scopes: GrantedScopes): z.infer<typeof DecisionShape> {
  const shown = { ...decision, ...decisionFor(scopes, decision) };
  const { decidedWith } = shown;
  return { ...choiceFields(shown), ...(decidedWith && { decided_with: decidedWithFields(decidedWith) }) };
}

/** Empty while nobody decided. */
export function decisionsDocument(decisions: readonly RecordDecision[], scopes: GrantedScopes) {
  const all = decisions.map((decision) => decisionDocument(decision, scopes));
  const newest = all.at(-1);
  return newest ? { decision: newest, decisions: all } : {};
}

export function choiceFields({ recordNumber, entityId, note, decidedBy, recordedAt }: RecordMeant) {
  const chosen = { ...(entityId && { entity_id: entityId }), jurisdiction_id: recordNumber ?? undefined };
  return {
    ...(recordNumber === null ? { entity_id: null } : chosen),
    ...(note === undefined ? {} : { note }),
    ...(decidedBy === undefined ? {} : { decided_by: decidedBy }),
    decided_at: recordedAt.toISOString(),
  };
}

/** The chosen business, the number of the candidate while its business is not known, or `none`. */
export function decisionCell({ recordNumber, entityId }: Pick<RecordMeant, 'recordNumber' | 'entityId'>): string {
  return recordNumber === null ? 'none' : (entityId ?? recordNumber);
}
