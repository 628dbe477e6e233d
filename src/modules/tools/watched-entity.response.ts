import { z } from 'zod';
import type { EntityView } from '../../core/entities/read-entity.js';
import type { Watch } from '../../core/watches/watch.js';
import { entityAnswer, EntityShape } from '../entities/entities.response.js';
import { idOf } from '../http/answers/answer-fields.js';

/** What REST answers, and whether the business is watched: there is no tool that lists watches. */
export const WatchedEntityShape = EntityShape.extend({
  watch_id: idOf('wch', 'The watch of the account; absent when it does not watch the business.').optional(),
});

export function watchedEntityAnswer(view: EntityView, watch: Watch | undefined): z.infer<typeof WatchedEntityShape> {
  return { ...entityAnswer(view), ...(watch && { watch_id: watch.id }) };
}
