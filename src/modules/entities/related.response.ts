import { z } from 'zod';
import { MAX_RELATED, type RelatedRecord } from '../../core/entities/read-related.js';
import { RELATIONS } from '../../core/entities/relations.js';
import { idOf, jurisdictionCode, listOf, named, oneOf, text } from '../http/answers/answer-fields.js';

export const RelatedShape = named(
  'RelatedEntities',
  'Where else a business is registered.',
  z.object({
    related: listOf(
      z.object({
        entity_id: idOf('ent', 'Stable.').optional(),
        jurisdiction: jurisdictionCode('Where.').optional(),
        jurisdiction_id: text('The number of the record in its register.', 200).optional(),
        entity_name: text('The name as recorded officially.', 500),
        relation: oneOf(RELATIONS, 'What it is to it.'),
        basis: oneOf(['stated', 'inferred'], 'Who says so.'),
        why: text('In words.'),
      }),
      'What registers state first.',
      MAX_RELATED,
    ),
  }),
);

export function relatedAnswer(related: readonly RelatedRecord[]): z.infer<typeof RelatedShape> {
  return {
    related: related.map(({ entityId, jurisdiction, jurisdictionId, entityName, relation, basis, why }) => ({
      entity_id: entityId,
      jurisdiction,
      jurisdiction_id: jurisdictionId,
      entity_name: entityName,
      relation,
      basis,
      why,
    })),
  };
}
