import { z } from 'zod';
import type { Id } from '../../core/ids.js';
import type { VerificationDecided } from '../../core/verification/decision.js';
import { DECIDED_EVENT_TYPE } from '../../core/webhooks/event.js';
import { idOf, jurisdictionCode, named, text, whole } from '../http/answers/answer-fields.js';
import { referenceAnswer, referenceField } from '../http/answers/record-fields.js';
import { CHOICE_FIELDS, choiceFields } from '../records/decision.response.js';

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
    reference: referenceField(),
    decision: z.object(CHOICE_FIELDS).meta({ description: 'The decision.' }),
  }),
);

export function decidedBody(
  { record, decision }: VerificationDecided,
  eventId: Id<'evt'>,
): z.infer<typeof DecidedEventShape> {
  const { id, jobId, row, jurisdiction, entityName, reference } = record;
  return {
    event: DECIDED_EVENT_TYPE,
    event_id: eventId,
    record_id: id,
    ...(jobId && { job_id: jobId }),
    ...(row && { batch_id: row.batchId, line: row.line }),
    jurisdiction,
    entity_name: entityName,
    ...referenceAnswer({ reference }),
    decision: choiceFields(decision),
  };
}
