import { parseId } from '../../core/ids.js';
import { invalidAny } from '../../core/invalid-request.js';
import { MAX_NOTE_LENGTH } from '../../core/limits.js';
import type { DecisionAsked } from '../../core/verification/decide-record.js';
import { MAX_RECORD_NUMBER_LENGTH } from '../../core/registries/record-numbers.js';
import { DecisionsSeenField } from '../http/input/decisions-seen-field.js';
import { BooleanField, Note, Optional, StringField } from '../http/input/fields.js';

const NONE = 'none';

export class DecisionBody {
  @Optional()
  @StringField({
    nullable: true,
    description:
      'The chosen business: of the answer, or of one of its alternatives. "none" or null: none of them. Or use jurisdiction_id.',
    example: 'none',
  })
  entity_id?: string | null;

  @Optional()
  @StringField({
    maxLength: MAX_RECORD_NUMBER_LENGTH,
    nullable: true,
    description: 'Number of the chosen record, instead of entity_id. null: none of them.',
  })
  jurisdiction_id?: string | null;

  @Optional()
  @Note(MAX_NOTE_LENGTH, 'A note about the decision.', 'The address on their invoice is that of this one.')
  note?: string;

  @Optional()
  @BooleanField({ description: 'Of a row of a file: decide its rows that ask the same, too.' })
  equal_rows?: boolean;

  @DecisionsSeenField()
  decisions_seen?: number;
}

/** Throws `VALIDATION_ERROR` unless there is one choice. */
export function decisionAsked({
  entity_id: id,
  jurisdiction_id: number,
  note,
  equal_rows: equalRows,
  decisions_seen: seen,
}: DecisionBody): DecisionAsked {
  const about = { note, equalRows, seen };
  if ((id === undefined) === (number === undefined)) {
    throw invalidAny(
      ['entity_id', 'jurisdiction_id'],
      (nameOf) => `Give either ${nameOf('entity_id')} or ${nameOf('jurisdiction_id')}.`,
    );
  }
  if (id === undefined) return { choice: { recordNumber: number ?? null }, ...about };
  if (id === null || id === NONE) return { choice: { entityId: null }, ...about };
  return { choice: { entityId: parseId('ent', id) }, ...about };
}
