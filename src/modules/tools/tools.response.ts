import { z } from 'zod';
import { hasEnded, type Batch } from '../../core/batches/batch.js';
import { batchAnswer, BatchShape } from '../batches/batches.response.js';
import { text, idOf } from '../http/answers/answer-fields.js';
import { JobShape } from '../verification/verification.response.js';
import type { EntityView } from '../../core/entities/read-entity.js';
import type { Watch } from '../../core/watches/watch.js';
import { entityAnswer, EntityShape } from '../entities/entities.response.js';

const BatchProgressShape = BatchShape.pick({
  batch_id: true,
  status: true,
  paused: true,
  counts: true,
  credits_charged: true,
  expected_seconds: true,
}).extend({ results: text('Where its owner fetches the results; absent until it has ended.').optional() });

/** The REST response for a job, or a batch's progress, because batches have no tool. */
export const CheckedJobShape = z.union([...JobShape.options, BatchProgressShape]);

export function batchProgressAnswer(batch: Batch, now: Date): z.infer<typeof BatchProgressShape> {
  const { batch_id, status, paused, counts, credits_charged, expected_seconds } = batchAnswer(batch, now);
  return {
    batch_id,
    status,
    ...(paused && { paused }),
    counts,
    credits_charged,
    ...(expected_seconds !== undefined && { expected_seconds }),
    ...(hasEnded(batch) && { results: `/v1/batches/${batch.id}/results` }),
  };
}

/** The REST response plus the account's watch, because no tool lists watches. */
export const WatchedEntityShape = EntityShape.extend({
  watch_id: idOf('wch', 'The watch of the account; absent when it does not watch the business.').optional(),
});

export function watchedEntityAnswer(view: EntityView, watch: Watch | undefined): z.infer<typeof WatchedEntityShape> {
  return { ...entityAnswer(view), ...(watch && { watch_id: watch.id }) };
}
