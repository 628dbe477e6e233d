import { z } from 'zod';
import { MAX_RELATED, type RelatedRecord } from '../../core/entities/read-related.js';
import { RELATIONS } from '../../core/entities/relations.js';
import { idOf, jurisdictionCode, listOf, named, oneOf, text } from '../http/answers/answer-fields.js';

export const RelatedShape = named(
  'RelatedEntities',
  'Other registrations of the business.',
  z.object({
    related: listOf(
      z.object({
        entity_id: idOf('ent', 'A stable id.').optional(),
        jurisdiction: jurisdictionCode('The jurisdiction, or the country alone.').optional(),
        jurisdiction_id: text('Number of the record in its register.', 200).optional(),
        entity_name: text('The official name.', 500),
        relation: oneOf(RELATIONS, 'The relation.'),
        basis: oneOf(['stated', 'inferred'], 'The source of the relation.'),
        why: text('An explanation in words.'),
      }),
      'Relations that registers state come first.',
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
