import type { Hits, JobResult } from '../../core/verification/job.js';
import { entityData } from '../entities/entity-data.response.js';
import { hitAnswer } from '../verification/verification.response.js';

/**
 * One JSON document, written while it is read: however much an account holds, little of it is in
 * memory at a time.
 */
export async function* exportDocument(
  head: Record<string, unknown>,
  sections: ReadonlyMap<string, AsyncIterable<Record<string, unknown>>>,
): AsyncIterable<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [section, records] of sections) {
    yield `,${JSON.stringify(section)}:[`;
    let separator = '\n';
    for await (const record of records) {
      yield separator + JSON.stringify(recordAnswer(record));
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

/** A record with what was answered in the words of answers. */
function recordAnswer({ result, known, ...record }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...record,
    ...(result ? resultAnswer(result as JobResult) : {}),
    ...(known ? { results: (known as Hits[]).flatMap(({ hits }) => hits.map(hitAnswer)) } : {}),
  };
}

function resultAnswer(result: JobResult): Record<string, unknown> {
  switch (result.kind) {
    case 'found':
      return { entity_id: result.entityId, data: entityData(result.data) };
    case 'hits':
      return { results: result.hits.map(hitAnswer) };
    case 'no_match':
      return { coverage: result.coverage, closest: result.closest };
    case 'failed':
      return { error: result.error };
  }
}
