import { z } from 'zod';
import { MAX_SUGGESTIONS } from '../../core/limits.js';
import { JURISDICTIONS } from '../../core/registries/jurisdictions.js';
import { ENTITY_STATUSES } from '../../core/registries/record.js';
import { SUGGESTION_MATCHES, type Suggestions } from '../../core/search/suggest.js';
import { day, idOf, jurisdictionCode, listOf, named, oneOf, text } from '../http/answers/answer-fields.js';

export const SuggestShape = named(
  'Suggestions',
  'Names that fit.',
  z.object({
    suggestions: listOf(
      z.object({
        entity_name: text('The name as recorded officially.', 500),
        jurisdiction: jurisdictionCode('Where it is registered.'),
        jurisdiction_id: text('The number of the record in its register.', 200),
        status: oneOf(ENTITY_STATUSES, 'Legal status.'),
        place: text('Town and region.').optional(),
        matched: oneOf(SUGGESTION_MATCHES, 'What fits.'),
        as_of: day('Of what day.'),
        entity_id: idOf('ent', 'For GET /v1/entity/{id}.').optional(),
      }),
      'The nearest first.',
      MAX_SUGGESTIONS,
    ),
    covers: listOf(
      z.object({ jurisdiction: jurisdictionCode('Which one.'), as_of: day('Of what day.') }),
      'Where it looked.',
      JURISDICTIONS.length,
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
