import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorder, RequestKind } from '../record.js';
import type { Account } from './newcomer.js';
import type { Answer, Service } from './service.js';

/** A request to send, as HTTP and in the terms of the record. */
export interface Wish {
  kind: RequestKind;
  /** POST if omitted. */
  method?: 'GET';
  path: string;
  /** POST only. */
  body?: object;
  price: number;
  webhook?: boolean;
  headers?: Record<string, string>;
}

interface Answered {
  jobIds: string[];
  entityId: string | undefined;
}

interface Judged {
  final: boolean;
  jobIds: string[];
  code?: string;
  surprise?: boolean;
}

const PAUSE_MS = 500;
const POLL_MS = 1_000;
const ENDS = new Set(['completed', 'failed', 'refunded']);
/** Error codes that count as answers, by the contract of a verification and of a search. */
const ANSWERS: Record<number, string | undefined> = {
  404: 'ENTITY_NOT_FOUND',
  503: 'DATA_SOURCE_UNAVAILABLE',
  504: 'DATA_SOURCE_TIMEOUT',
};
/**
 * Error codes that the documentation says to retry: a concurrent duplicate, and more than the
 * service can do now.
 */
const TRY_AGAIN: Record<number, string | undefined> = {
  409: 'IDEMPOTENCY_CONFLICT',
  429: 'RATE_LIMIT_EXCEEDED',
  500: 'INTERNAL_ERROR',
};
/** Reasons of a 503 that concern the service itself, not a register. */
const OURS = new Set(['database_unavailable', 'overloaded']);

/**
 * An account that follows the documentation: it sends an Idempotency-Key, retries until it is
 * answered, and polls its jobs to the end.
 */
export class Customer {
  /** Unanswered requests, and jobs that have not ended. */
  open = 0;
  asked = 0;

  constructor(
    private readonly service: Service,
    private readonly account: Account,
    private readonly recorder: Recorder,
    /** Receives the jobs whose end a webhook must report. */
    private readonly promised: (jobIds: readonly string[]) => void,
  ) {}

  get accountId(): string {
    return this.account.accountId;
  }

  /**
   * Resolves when the request is answered, with the entity of the answer if it names one. Its jobs
   * are watched meanwhile.
   */
  async ask({ kind, method, path, body, price, webhook = false, headers = {} }: Wish): Promise<string | undefined> {
    const id = randomUUID();
    const { accountId } = this.account;
    this.recorder.write({ line: 'asked', atMs: Date.now(), id, accountId, kind, price, webhook });
    this.asked += 1;
    this.open += 1;
    const asked = {
      key: this.account.key,
      headers: { 'idempotency-key': id, ...headers },
      ...(body ? { body: withKey(body, kind, id) } : {}),
    };
    for (;;) {
      const answered = await this.tryOnce(id, method ?? 'POST', path, asked);
      if (answered) {
        if (webhook) this.promised(answered.jobIds);
        for (const jobId of answered.jobIds) void this.watch(jobId);
        this.open -= 1;
        return answered.entityId;
      }
      await sleep(PAUSE_MS);
    }
  }

  /** Records the time at which, according to the service, the entity's register was last read. */
  async noteFact(entityId: string): Promise<void> {
    const atMs = Date.now();
    const answer = await this.service
      .ask('GET', `/v1/entity/${entityId}`, { key: this.account.key })
      .catch(() => undefined);
    if (answer?.status !== 200) return;
    const { last_verified_at: verifiedAt } = answer.body as { last_verified_at: string };
    this.recorder.write({ line: 'fact', atMs, endMs: Date.now(), entityId, verifiedAt });
  }

  async tellBalance(): Promise<void> {
    const { accountId, key } = this.account;
    const { body } = await this.service.insist([200], 'GET', '/v1/account', { key });
    this.recorder.write({ line: 'balance', atMs: Date.now(), accountId, credits: body.credit_balance });
  }

  /** Returns what the final answer names; `undefined` if the request must be repeated. */
  private async tryOnce(id: string, method: string, path: string, asked: object): Promise<Answered | undefined> {
    const [atMs, startedMs] = [Date.now(), performance.now()];
    try {
      const answer = await this.service.ask(method, path, asked);
      const durationMs = performance.now() - startedMs;
      const { final, jobIds, code, surprise } = path === '/mcp' ? judgeTool(answer) : judge(answer.status, answer.body);
      const trouble = surprise ? answer.text.slice(0, 300) : undefined;
      this.recorder.write({
        line: 'tried',
        atMs,
        id,
        durationMs,
        status: answer.status,
        code,
        jobIds,
        final,
        trouble,
        surprise,
      });
      return final ? { jobIds, entityId: answer.body?.entity_id } : undefined;
    } catch (error) {
      const trouble =
        error instanceof Error
          ? `${error.message}: ${(error.cause as Error | undefined)?.message ?? ''}`
          : String(error);
      this.recorder.write({
        line: 'tried',
        atMs,
        id,
        durationMs: performance.now() - startedMs,
        jobIds: [],
        final: false,
        trouble,
      });
      return undefined;
    }
  }

  private async watch(jobId: string): Promise<void> {
    this.open += 1;
    for (;;) {
      const status = await this.statusOf(jobId);
      if (status !== undefined && ENDS.has(status)) {
        this.recorder.write({ line: 'ended', atMs: Date.now(), jobId, status: status as 'completed' });
        break;
      }
      await sleep(POLL_MS);
    }
    this.open -= 1;
  }

  private async statusOf(jobId: string): Promise<string | undefined> {
    const answer = await this.service
      .ask('GET', `/v1/verify/status/${jobId}`, { key: this.account.key })
      .catch(() => undefined);
    // A confirmed no-match is reported as an error, but it is a completed job.
    return answer?.body?.status ?? answer?.body?.error?.details?.status;
  }
}

function withKey(body: object, kind: RequestKind, id: string): object {
  if (kind !== 'mcp') return body;
  const call = body as { params: { arguments: object } };
  return { ...call, params: { ...call.params, arguments: { ...call.params.arguments, idempotency_key: id } } };
}

function judge(status: number, body: any): Judged {
  const code: string | undefined = body?.error?.code;
  const jobIds = jobsIn(body);
  if ((status === 200 || status === 202) && code === undefined) return { final: true, jobIds };
  if (status === 503 && OURS.has(body?.error?.details?.reason)) return { final: false, jobIds: [], code };
  if (code !== undefined && ANSWERS[status] === code) return { final: true, jobIds, code };
  if (code !== undefined && TRY_AGAIN[status] === code) return { final: false, jobIds: [], code };
  return { final: false, jobIds: [], code, surprise: true };
}

/** Judges the same answers in the format of tools. */
function judgeTool({ status, body }: Answer): Judged {
  const result = body?.result;
  if (status !== 200 || !result) return judge(status === 200 ? 0 : status, body);
  if (!result.isError) return judge(200, result.structuredContent);
  const told = asJson(result.content?.[0]?.text);
  const said = [...Object.entries(ANSWERS), ...Object.entries(TRY_AGAIN)].find(
    ([, code]) => code === told?.error?.code,
  );
  return judge(Number(said?.[0] ?? 0), told);
}

function asJson(text: unknown): any {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function jobsIn(body: any): string[] {
  const one: unknown = body?.job_id ?? body?.error?.details?.job_id;
  if (Array.isArray(body?.job_ids)) return body.job_ids as string[];
  const failures: unknown = body?.error?.details?.failures;
  if (Array.isArray(failures)) return failures.map(({ job_id: jobId }: { job_id: string }) => jobId);
  return typeof one === 'string' ? [one] : [];
}
