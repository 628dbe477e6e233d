import { AccountOperations } from './account-operations.js';
import { StandingError } from './errors.js';
import type { AnswerOf, BodyOf, QueryOf, Schemas } from './operations.js';
import { byCursor, byOffset } from './pages.js';
import { once, Transport } from './transport.js';
import type { Billed, ChargedOptions, RequestOptions, StandingOptions, WaitingOptions } from './transport.js';
import { endedWithout, patient, untilEnded, waitWithin, type UntilEnded } from './waiting.js';

export type { AnswerOf, BodyOf, OperationId, QueryOf } from './operations.js';
export { StandingError, UnansweredError, type ErrorCode } from './errors.js';
export type { Billed, ChargedOptions, RequestOptions, StandingOptions, WaitingOptions } from './transport.js';
export type { UntilEnded } from './waiting.js';
export { readWebhook, type WebhookEvent } from './webhook.js';

export interface UploadOptions extends ChargedOptions {
  query?: QueryOf<'uploadBatch'>;
  type?: 'text/csv' | 'application/x-ndjson';
}

export interface RecordsFileQuery extends Omit<QueryOf<'listRecords'>, 'format' | 'cursor' | 'limit'> {
  format?: 'csv' | 'ndjson';
}

export interface RetryOptions extends ChargedOptions {
  query?: QueryOf<'retryBatch'>;
}

export type EntityData = Schemas['EntityData'];
export type Verified = Schemas['CompletedVerification'];

/**
 * The register was searched and has no such business. `details.closest` lists near matches;
 * `details.number_found` says whether the number belongs to a business of another name.
 */
export interface NoMatch {
  status: 'no_match';
  message: string;
  suggestion: string | undefined;
  details: Schemas['NotInRegisterDetails'];
}

/**
 * A client of the service. Every operation of its OpenAPI document is a method and throws
 * `StandingError` if the service refuses. `each…` iterates over a whole list, `…AndWait` waits for
 * a job to end. The last argument limits or aborts a single request.
 */
export class Standing extends AccountOperations {
  constructor(private readonly options: StandingOptions) {
    super(new Transport(options));
  }

  /** Returns the same client with another API key. */
  withKey(apiKey: string): Standing {
    return new Standing({ ...this.options, apiKey });
  }

  // Access and facts: no key needed

  requestAccess(email: string, options?: RequestOptions) {
    return this.http.send('post', '/v1/auth/request-access', { body: { email, accept_terms: true } }, options);
  }

  verifyAccess(body: BodyOf<'verifyAccess'>, options?: RequestOptions) {
    return this.http.send('post', '/v1/auth/verify-access', { body }, options);
  }

  config(options?: RequestOptions) {
    return this.http.send('get', '/v1/config', {}, options);
  }

  jurisdictions(query?: QueryOf<'listJurisdictions'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/jurisdictions', { query }, options);
  }

  // Verification

  /** Makes one request and returns the result or a job. */
  verify(body: BodyOf<'verifyBusiness'>, options?: WaitingOptions) {
    return this.http.send('post', '/v1/verify', { body }, once(options));
  }

  /**
   * Requests a verification and polls until it ends. `status` is `completed` for a record, which
   * may need a review (`data.match.review`), and `no_match` if the register has none. Throws
   * `DATA_SOURCE_UNAVAILABLE` or `DATA_SOURCE_TIMEOUT` if the register does not answer, and the
   * timeout code after `withinMs`.
   */
  async verifyAndWait(
    body: BodyOf<'verifyBusiness'>,
    options: UntilEnded & ChargedOptions = {},
  ): Promise<Billed<Verified> | NoMatch> {
    const wait = patient(options);
    type State = Billed<AnswerOf<'verifyBusiness'>> | Billed<AnswerOf<'getVerificationStatus'>>;
    try {
      const first: State = await this.verify(body, { ...wait, waitSeconds: waitWithin(wait) });
      const { job_id: id = '' } = first;
      const ended = await untilEnded<State>(`job ${id}`, first, wait, () => this.job(id, wait), this.http.pause);
      if (ended.status === 'completed' && 'data' in ended) return ended;
      throw endedWithout(ended);
    } catch (error) {
      if (error instanceof StandingError && error.code === 'ENTITY_NOT_FOUND') return noMatch(error);
      throw error;
    }
  }

  quote(body: BodyOf<'quotePrice'>, options?: RequestOptions) {
    return this.http.send('post', '/v1/quote', { body }, options);
  }

  job(jobId: string, options?: RequestOptions) {
    return this.http.send('get', '/v1/verify/status/{jobId}', { path: { jobId } }, options);
  }

  jobs(query?: QueryOf<'listJobs'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/jobs', { query }, options);
  }

  eachJob(query: QueryOf<'listJobs'> = {}, options?: RequestOptions) {
    return byCursor(async (cursor) => {
      const { jobs, next_cursor } = await this.jobs({ ...query, ...(cursor ? { cursor } : {}) }, options);
      return { items: jobs, next: next_cursor };
    });
  }

  /**
   * Decides which business an unsure answer means: one of its candidates, or `none`. A later decision
   * supersedes an earlier one.
   */
  decideRecord(id: string, body: BodyOf<'decideRecord'>, options?: RequestOptions) {
    return this.http.send('put', '/v1/records/{id}/decision', { path: { id }, body }, options);
  }

  /**
   * Records which of the offered records a person chose in a match review; `null` means none of
   * them.
   */
  recordMeant(jobId: string, body: BodyOf<'recordMeant'>, options?: RequestOptions) {
    return this.http.send('put', '/v1/jobs/{jobId}/meant', { path: { jobId }, body }, options);
  }

  reviews(query?: QueryOf<'listReviews'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/reviews', { query }, options);
  }

  eachReview(query: QueryOf<'listReviews'> = {}, options?: RequestOptions) {
    return byCursor(async (cursor) => {
      const { reviews, next_cursor } = await this.reviews({ ...query, ...(cursor ? { cursor } : {}) }, options);
      return { items: reviews, next: next_cursor };
    });
  }

  /** Records the choice for a batch row. */
  recordRowMeant(id: string, line: number, body: BodyOf<'recordRowMeant'>, options?: RequestOptions) {
    const path = { id, line: String(line) };
    return this.http.send('put', '/v1/batches/{id}/rows/{line}/meant', { path, body }, options);
  }

  // Records of what was asked and answered

  records(query?: Omit<QueryOf<'listRecords'>, 'format'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/records', { query }, options);
  }

  eachRecord(query: Omit<QueryOf<'listRecords'>, 'format'> = {}, options?: RequestOptions) {
    return byCursor(async (cursor) => {
      const { records, next_cursor } = await this.records({ ...query, ...(cursor ? { cursor } : {}) }, options);
      return { items: records, next: next_cursor };
    });
  }

  /** Returns every record that fits as one file. */
  recordsFile({ format = 'csv', ...query }: RecordsFileQuery = {}, options?: RequestOptions) {
    const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
    return this.http.text('/v1/records', { query: { ...query, format } }, type, options);
  }

  record(id: string, options?: RequestOptions) {
    return this.http.send('get', '/v1/records/{id}', { path: { id } }, options);
  }

  recordEvidence(id: string, options?: RequestOptions) {
    return this.http.send('get', '/v1/records/{id}/evidence', { path: { id } }, options);
  }

  // Search and entities

  entities(query?: QueryOf<'listEntities'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/entity', { query }, options);
  }

  eachEntity(query: QueryOf<'listEntities'> = {}, options?: RequestOptions) {
    return byCursor(async (cursor) => {
      const { entities, next_cursor } = await this.entities({ ...query, ...(cursor ? { cursor } : {}) }, options);
      return { items: entities, next: next_cursor };
    });
  }

  /**
   * Makes one request and returns all results, or the results so far and an id to continue with.
   */
  search(body: BodyOf<'searchEntities'>, options?: WaitingOptions) {
    return this.http.send('post', '/v1/search', { body }, once(options));
  }

  /**
   * Searches and polls until every register has answered or failed; `jurisdictions_failed` lists
   * those that failed.
   */
  async searchAndWait(body: BodyOf<'searchEntities'>, options: UntilEnded & ChargedOptions = {}) {
    const wait = patient(options);
    const first: Billed<AnswerOf<'getSearch'>> = await this.search(body, { ...wait, waitSeconds: waitWithin(wait) });
    const { search_id: id } = first;
    const page = { limit: body.limit ?? undefined, offset: body.offset ?? undefined };
    return untilEnded(`search ${id}`, first, wait, () => this.readSearch(id, page, wait), this.http.pause);
  }

  /** Suggests names for a typed prefix. Free. */
  suggest(query: QueryOf<'suggest'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/suggest', { query }, options);
  }

  readSearch(searchId: string, query?: QueryOf<'getSearch'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/search/{searchId}', { path: { searchId }, query }, options);
  }

  eachResult(searchId: string, options?: RequestOptions) {
    return byOffset(async (offset) => {
      const { results, pagination } = await this.readSearch(searchId, { offset }, options);
      return { items: results, pagination };
    });
  }

  entity(id: string, query?: QueryOf<'getEntity'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/entity/{id}', { path: { id }, query }, options);
  }

  /** Lists other registrations of the same business. Free. */
  related(id: string, options?: RequestOptions) {
    return this.http.send('get', '/v1/entity/{id}/related', { path: { id } }, options);
  }

  /** Charges per page. */
  history(id: string, query?: QueryOf<'getEntityHistory'>, options?: ChargedOptions) {
    return this.http.send('get', '/v1/entity/{id}/history', { path: { id }, query }, options);
  }

  /** Returns the evidence for the newest answer about the entity. */
  entityEvidence(id: string, options?: RequestOptions) {
    return this.http.send('get', '/v1/entity/{id}/evidence', { path: { id } }, options);
  }

  snapshotEvidence(id: string, options?: RequestOptions) {
    return this.http.send('get', '/v1/snapshots/{id}/evidence', { path: { id } }, options);
  }

  jobEvidence(jobId: string, options?: RequestOptions) {
    return this.http.send('get', '/v1/jobs/{jobId}/evidence', { path: { jobId } }, options);
  }

  rowEvidence(id: string, line: number, options?: RequestOptions) {
    return this.http.send(
      'get',
      '/v1/batches/{id}/rows/{line}/evidence',
      { path: { id, line: String(line) } },
      options,
    );
  }

  /** Returns a gzipped WARC file. */
  evidenceFile(id: string, options?: RequestOptions) {
    return this.http.bytes('/v1/evidence/{id}/warc', { path: { id } }, options);
  }

  // Watches, and the sandbox clock that drives them

  watch(body: BodyOf<'createWatch'>, options?: ChargedOptions) {
    return this.http.send('post', '/v1/watches', { body }, once(options));
  }

  watches(query?: QueryOf<'listWatches'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/watches', { query }, options);
  }

  eachWatch(query: QueryOf<'listWatches'> = {}, options?: RequestOptions) {
    return byCursor(async (cursor) => {
      const { watches, next_cursor } = await this.watches({ ...query, ...(cursor ? { cursor } : {}) }, options);
      return { items: watches, next: next_cursor };
    });
  }

  changeMails(options?: RequestOptions) {
    return this.http.send('get', '/v1/account/change-mails', {}, options);
  }

  /** Sets how often changes are mailed; `null` turns the mails off. */
  setChangeMails(every: BodyOf<'setChangeMails'>['every'], options?: RequestOptions) {
    return this.http.send('put', '/v1/account/change-mails', { body: { every } }, options);
  }

  readWatch(id: string, options?: RequestOptions) {
    return this.http.send('get', '/v1/watches/{id}', { path: { id } }, options);
  }

  updateWatch(id: string, body: BodyOf<'updateWatch'>, options?: RequestOptions) {
    return this.http.send('patch', '/v1/watches/{id}', { path: { id }, body }, options);
  }

  deleteWatch(id: string, options?: RequestOptions) {
    return this.http.nothing('delete', '/v1/watches/{id}', { path: { id } }, options);
  }

  /**
   * Charges the tier of the watch on every call: a second call is a second check. `max_credits`
   * bounds it, and confirms it for a key with `confirm_above`.
   */
  checkWatch(id: string, { max_credits, ...options }: RequestOptions & { max_credits?: number } = {}) {
    const body = max_credits === undefined ? {} : { max_credits };
    return this.http.send('post', '/v1/watches/{id}/check', { path: { id }, body }, options);
  }

  // Batches

  /**
   * Uploads a file of names, as CSV unless `type` says otherwise. `max_credits` in the response is
   * the maximum cost. No register is queried until the batch is started.
   */
  uploadBatch(file: string | Uint8Array, { query, type = 'text/csv', ...options }: UploadOptions = {}) {
    return this.http.send('post', '/v1/batches', { query, file: { bytes: file, type } }, once(options));
  }

  batches(query?: QueryOf<'listBatches'>, options?: RequestOptions) {
    return this.http.send('get', '/v1/batches', { query }, options);
  }

  eachBatch(query: QueryOf<'listBatches'> = {}, options?: RequestOptions) {
    return byCursor(async (cursor) => {
      const { batches, next_cursor } = await this.batches({ ...query, ...(cursor ? { cursor } : {}) }, options);
      return { items: batches, next: next_cursor };
    });
  }

  batch(id: string, options?: RequestOptions) {
    return this.http.send('get', '/v1/batches/{id}', { path: { id } }, options);
  }

  startBatch(id: string, options?: RequestOptions) {
    return this.http.send('post', '/v1/batches/{id}/start', { path: { id } }, options);
  }

  cancelBatch(id: string, options?: RequestOptions) {
    return this.http.send('post', '/v1/batches/{id}/cancel', { path: { id } }, options);
  }

  /** Makes a new batch of the rows of an ended one that were not answered. */
  retryBatch(id: string, { query, ...options }: RetryOptions = {}) {
    return this.http.send('post', '/v1/batches/{id}/retry', { path: { id }, query }, once(options));
  }

  /** Returns the whole file once the batch has ended. */
  batchResults(id: string, { format = 'csv', ...options }: RequestOptions & { format?: 'csv' | 'ndjson' } = {}) {
    const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
    return this.http.text('/v1/batches/{id}/results', { path: { id }, query: { format } }, type, options);
  }

  clock(options?: RequestOptions) {
    return this.http.send('get', '/v1/sandbox/clock', {}, options);
  }

  /** Moves the clock of the whole installation forward, e.g. by `30d`. It cannot go back. */
  advanceClock(by: string, options?: WaitingOptions) {
    return this.http.send('post', '/v1/sandbox/clock/advance', { body: { by } }, options);
  }
}

function noMatch({ message, suggestion, details }: StandingError): NoMatch {
  return { status: 'no_match', message, suggestion, details: details as NoMatch['details'] };
}
