import { z } from 'zod';
import { MAX_REGISTERS, MAX_SUGGESTIONS } from '../../core/limits.js';
import { ENTITY_STATUSES } from '../../core/registries/record.js';
import { SUGGESTION_MATCHES, type Suggestions } from '../../core/search/suggest.js';
import { day, idOf, jurisdictionCode, listOf, named, oneOf, text } from '../http/answers/answer-fields.js';

export const SuggestShape = named(
  'Suggestions',
  'Names that match.',
  z.object({
    suggestions: listOf(
      z.object({
        entity_name: text('The official name.', 500),
        jurisdiction: jurisdictionCode('The jurisdiction of the register.'),
        jurisdiction_id: text('Number of the record in its register.', 200),
        status: oneOf(ENTITY_STATUSES, 'Legal status.'),
        place: text('Town and region.').optional(),
        matched: oneOf(SUGGESTION_MATCHES, 'The matching text.'),
        as_of: day('Date of the data.'),
        entity_id: idOf('ent', 'Id for GET /v1/entity/{id}.').optional(),
      }),
      'Most similar first.',
      MAX_SUGGESTIONS,
    ),
    covers: listOf(
      z.object({ jurisdiction: jurisdictionCode('The jurisdiction.'), as_of: day('Date of the data.') }),
      'The searched registers.',
      MAX_REGISTERS,
    ),
  }),
);

export function suggestAnswer({ suggestions, covers }: Suggestions): z.infer<typeof SuggestShape> {
  return {
    suggestions: suggestions.map((each) => ({
      entity_name: each.entityName,
      jurisdiction: each.jurisdiction,
      jurisdiction_id: each.jurisdictionId,
      status: each.status,
      ...(each.place !== undefined && { place: each.place }),
      matched: each.matched,
      as_of: each.asOf,
      ...(each.entityId && { entity_id: each.entityId }),
    })),
    covers: covers.map(({ jurisdiction, asOf }) => ({ jurisdiction, as_of: asOf })),
  };
}
