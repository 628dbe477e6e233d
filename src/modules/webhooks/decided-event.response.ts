import { z } from 'zod';
import { MAX_NOTE_LENGTH } from '../../core/limits.js';
import type { Id } from '../../core/ids.js';
import type { VerificationDecided } from '../../core/verification/decision.js';
import { MAX_RECORD_NUMBER_LENGTH } from '../../core/registries/record-numbers.js';
import { DECIDED_EVENT_TYPE } from '../../core/webhooks/event.js';
import { idOf, jurisdictionCode, moment, named, text, whole } from '../http/answers/answer-fields.js';
import { chosenFields } from '../records/decision.response.js';

export const DecidedEventShape = named(
  'VerificationDecided',
  'A person decided which business an unsure answer means. A later decision is another event.',
  z.object({
    event: z.literal(DECIDED_EVENT_TYPE).meta({ description: 'The kind of event.' }),
    event_id: idOf('evt', 'Stable: equal for every attempt and redelivery.'),
    record_id: idOf('rec', 'The record of the answer.'),
    job_id: idOf('job', 'The job of the answer.').optional(),
    batch_id: idOf('bat', 'The file of the row.').optional(),
    line: whole('Line of the file.', { least: 1 }).optional(),
    jurisdiction: jurisdictionCode('The requested jurisdiction.'),
    entity_name: text('The requested name.', 500),
    reference: text("The caller's reference.", 200).optional(),
    decision: z
      .object({
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
      })
      .meta({ description: 'The decision.' }),
  }),
);

export function decidedBody(
  { record, decision }: VerificationDecided,
  eventId: Id<'evt'>,
): z.infer<typeof DecidedEventShape> {
  const { id, jobId, row, jurisdiction, entityName, reference } = record;
  const { note, decidedBy, recordedAt } = decision;
  return {
    event: DECIDED_EVENT_TYPE,
    event_id: eventId,
    record_id: id,
    ...(jobId && { job_id: jobId }),
    ...(row && { batch_id: row.batchId, line: row.line }),
    jurisdiction,
    entity_name: entityName,
    ...(reference !== undefined && { reference }),
    decision: {
      ...chosenFields(decision),
      ...(note !== undefined && { note }),
      ...(decidedBy !== undefined && { decided_by: decidedBy }),
      decided_at: recordedAt.toISOString(),
    },
  };
}
