import { hasScope, type GrantedScopes } from '../../core/accounts/scope.js';
import { entityDocument } from '../../core/entities/entity-document.js';
import type { GivenEvidence } from '../../core/matching/evidence/evidence.js';
import type { NotSearched } from '../../core/search/coverage.js';
import type { Hits, JobResult } from '../../core/verification/job.js';
import { notSearchedAnswer } from '../search/search.response.js';
import { hitAnswer } from '../verification/verification.response.js';

/** Sections that show what GET /v1/billing does. */
const OF_PAYMENTS: ReadonlySet<string> = new Set(['transactions', 'payments', 'debts']);

/** Returns the sections that the caller may read. */
export function exportSections<T>(sections: ReadonlyMap<string, T>, scopes: GrantedScopes): ReadonlyMap<string, T> {
  if (hasScope(scopes, 'billing')) return sections;
  return new Map([...sections].filter(([section]) => !OF_PAYMENTS.has(section)));
}

/** Streams one JSON document, so that little of a large account is in memory at a time. */
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

/** Converts a record to the field names of API responses. */
function recordAnswer({
  result,
  known,
  not_asked: notAsked,
  given,
  ...record
}: Record<string, unknown>): Record<string, unknown> {
  return {
    ...record,
    ...(given ? givenAnswer(given) : {}),
    ...(result ? resultAnswer(result as JobResult) : {}),
    ...(known ? knownAnswer(known as Hits[]) : {}),
    ...(notAsked ? { not_searched: (notAsked as NotSearched[]).map(notSearchedAnswer) } : {}),
  };
}

/** The field names of requests. */
function givenAnswer({ address, officer }: GivenEvidence): Record<string, unknown> {
  if (typeof address !== 'object') return { address, officer };
  const { postalCode, ...parts } = address;
  return { address: { ...parts, postal_code: postalCode }, officer };
}

/** For a search that needed no jobs. */
function knownAnswer(shares: readonly Hits[]): Record<string, unknown> {
  return {
    results: shares.flatMap(({ hits }) => hits.map(hitAnswer)),
    searched: shares.map(({ jurisdiction, scope }) => ({ jurisdiction, ...scopeAnswer(scope) })),
  };
}

function scopeAnswer(scope: Hits['scope']): Record<string, unknown> {
  return scope ? { as_of: scope.asOf, coverage: scope.coverage } : {};
}

function resultAnswer(result: JobResult): Record<string, unknown> {
  switch (result.kind) {
    case 'found':
      return { entity_id: result.entityId, data: entityDocument(result.data) };
    case 'hits':
      return { results: result.hits.map(hitAnswer), ...scopeAnswer(result.scope) };
    case 'no_match':
      return { coverage: result.coverage, closest: result.closest };
    case 'failed':
      return { error: result.error };
  }
}
