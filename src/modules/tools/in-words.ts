import type { batchProgressAnswer, watchedEntityAnswer } from './tools.response.js';
import { inCredits } from '../../core/billing/pricing.js';
import type { accountAnswer } from '../accounts/accounts.response.js';
import type { checkoutAnswer } from '../billing/billing.response.js';
import type { configAnswer, jurisdictionsAnswer } from '../discovery/discovery.response.js';
import type { entityAnswer, historyAnswer } from '../entities/entities.response.js';
import type { searchState } from '../search/search.response.js';
import type { jobAnswer } from '../verification/verification.response.js';

/**
 * One-line summaries of responses, in addition to the full structure: the facts to decide by and
 * the ids to continue with.
 */
type Of<T extends (...args: never[]) => unknown> = Awaited<ReturnType<T>>;

export function configInWords({ credits, jurisdictions, registry_mode: mode }: Of<typeof configAnswer>): string {
  const { quick, deep, deep_force_refresh: fresh, search_per_jurisdiction: search, history } = credits;
  return `Credits: quick ${quick}, deep ${deep}, deep with force_refresh ${fresh}, search ${search} for each jurisdiction, history ${history}; ${jurisdictions.length} jurisdictions, ${mode}.`;
}

export function jurisdictionsInWords({ jurisdictions }: Of<typeof jurisdictionsAnswer>): string {
  const [active, others] = [true, false].map((on) => jurisdictions.filter((each) => each.active === on));
  const listed = (active ?? []).map(({ code, name }) => `${code} (${name})`).join(', ') || 'none';
  return `Can be asked now: ${listed}.${others?.length ? ` Cannot: ${others.map(({ code }) => code).join(', ')}.` : ''}`;
}

export function jobInWords(job: Of<typeof jobAnswer>): string {
  if (job.status === 'refunded') {
    const { job_id: id, data, error } = job;
    return [`Job ${id} was refunded and cost nothing.`, data ? recordInWords(data) : error, decisionInWords(job)]
      .filter(Boolean)
      .join(' ');
  }
  if ('data' in job)
    return [`${recordInWords(job.data)} entity_id ${job.entity_id}.`, decisionInWords(job)].filter(Boolean).join(' ');
  if ('results' in job) return `${job.results.length} found in ${job.jurisdiction}${bestOf(job.results)}.`;
  if ('error' in job) return `Job ${job.job_id} failed and cost nothing: ${job.error}`;
  return `Job ${job.job_id} is ${job.status}: ask check_job_status again in a second or two.`;
}

function decisionInWords({ decision }: Pick<Extract<Of<typeof jobAnswer>, { decision?: unknown }>, 'decision'>) {
  if (!decision) return undefined;
  const { jurisdiction_id: number, entity_id: entityId } = decision;
  return entityId === null
    ? 'A person decided that it is none of the candidates.'
    : `A person decided that ${number ?? entityId} is meant.`;
}

export function checkedJobInWords(checked: Of<typeof jobAnswer> | Of<typeof batchProgressAnswer>): string {
  return 'counts' in checked ? batchInWords(checked) : jobInWords(checked);
}

function batchInWords({ batch_id: id, status, paused, counts, ...batch }: Of<typeof batchProgressAnswer>): string {
  const rows = Object.entries(counts).flatMap(([outcome, count]) => (count > 0 ? [`${count} ${outcome}`] : []));
  const why = paused ? ` (${paused.reason})` : '';
  const results = batch.results === undefined ? '' : ` Its results are at ${batch.results}.`;
  return `Batch ${id} is ${status}${why}: ${rows.join(', ')}; ${inCredits(batch.credits_charged)} so far.${results}`;
}

export function searchInWords(search: Of<typeof searchState>): string {
  const { results, pagination, jobs, jurisdictions_failed: failed } = search;
  const running = jobs.filter(({ status }) => status === 'pending' || status === 'processing');
  return [
    `${pagination.total} found${bestOf(results)}.`,
    ...(running.length > 0 ? [`Still asked: ${running.map(({ job_id }) => job_id).join(', ')}.`] : []),
    ...(search.message === undefined ? [] : [search.message]),
    ...(failed.length > 0 ? [`No answer, and no charge: ${failed.join(', ')}.`] : []),
  ].join(' ');
}

export function entityInWords(entity: Of<typeof watchedEntityAnswer>): string {
  const watched = entity.watch_id === undefined ? '' : ` Watched by ${entity.watch_id}.`;
  return `${recordInWords(entity)} Read from the register at ${entity.last_verified_at}.${watched}`;
}

export function historyInWords({ snapshots, pagination }: Of<typeof historyAnswer>): string {
  const changed = snapshots.flatMap(({ changes }) => changes.map(({ field }) => field));
  return `${snapshots.length} of ${pagination.total} snapshots; changed: ${[...new Set(changed)].join(', ') || 'nothing'}.`;
}

export function accountInWords({ email, credit_balance: balance }: Of<typeof accountAnswer>): string {
  return `${email} has ${inCredits(balance)}.`;
}

export function checkoutInWords({ checkout_url: url }: Of<typeof checkoutAnswer>): string {
  return `The user pays at ${url}.`;
}

type Data = Pick<
  Of<typeof entityAnswer>,
  'entity_name' | 'jurisdiction' | 'jurisdiction_id' | 'status' | 'good_standing' | 'confidence' | 'match'
>;

function recordInWords(data: Data): string {
  const { entity_name: name, jurisdiction, jurisdiction_id: number, status, good_standing: good, confidence } = data;
  const standing = good === null ? '' : good ? ', in good standing' : ', not in good standing';
  const review = data.match.review ? '; needs a review, see match.alternatives' : '';
  return `${name} (${jurisdiction} ${number}): ${status}${standing}; confidence ${confidence}${review}.`;
}

function bestOf(results: readonly { entity_name: string; jurisdiction: string; entity_id: string }[]): string {
  const [best] = results;
  return best ? `, best ${best.entity_name} (${best.jurisdiction}), entity_id ${best.entity_id}` : '';
}
