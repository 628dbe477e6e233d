import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { apiKeyDigest, apiKeyPrefix, generateApiKey } from '../../src/core/accounts/api-key.js';
import type { Fleet } from './fleet.js';

/** What was asked, and the answer that was given in the end. */
export interface Asked {
  name: string;
  status: number;
  jobId: string;
  atMs: number;
}

const ANSWERS = new Set([200, 202, 404, 503, 504]);
const NAMES = ['Unheard Of', 'Unheard Of', 'Unheard Of', 'Sandbox Unavailable LLC', 'Sandbox Flaky LLC'];
const ANSWER_LIMIT_MS = 30_000;
const PAUSE_MS = 150;

/** An outside client as the documents advise it to be: every request has an Idempotency-Key, and is repeated until it is answered. */
export class Customer {
  readonly record: Asked[] = [];
  /** Anything the contract does not allow. */
  readonly surprises: string[] = [];
  private stopping = false;

  private constructor(
    private readonly fleet: Fleet,
    private readonly key: string,
    private readonly webhookUrl: string,
  ) {}

  static async open(sql: Client, fleet: Fleet, webhookUrl: string): Promise<Customer> {
    const [account, key] = [randomUUID(), generateApiKey()];
    await sql.query(`insert into accounts (id, email, email_verified) values ($1, $2, true)`, [
      account,
      `${account}@example.com`,
    ]);
    await sql.query(
      `insert into ledger_entries (account_id, type, amount, description) values ($1, 'grant', 1000000, 'for the test')`,
      [account],
    );
    await sql.query(
      `insert into api_keys (id, account_id, label, prefix, digest, rate_limit_per_minute, created_at)
       values ($1, $2, 'test', $3, $4, 1000000, now())`,
      [randomUUID(), account, apiKeyPrefix(key), apiKeyDigest(key)],
    );
    return new Customer(fleet, key, webhookUrl);
  }

  /** Asks one thing after the other until it is told to stop; what it has begun it ends. */
  async run(): Promise<void> {
    for (let number = 0; !this.stopping; number++) {
      const kind = NAMES[number % NAMES.length]!;
      await this.verify(kind === 'Unheard Of' ? `${kind} ${randomUUID()} LLC` : kind);
      await sleep(PAUSE_MS);
    }
  }

  stop(): void {
    this.stopping = true;
  }

  private async verify(name: string): Promise<void> {
    const idempotencyKey = randomUUID();
    for (;;) {
      const answer = await this.ask(name, idempotencyKey);
      if (answer && ANSWERS.has(answer.status)) {
        const { body, status } = answer;
        const jobId: unknown = body.job_id ?? body.error?.details?.job_id;
        if (typeof jobId === 'string') this.record.push({ name, status, jobId, atMs: Date.now() });
        return;
      }
      // A twin that is still at work, a process that dies, a database that is away: all of them are worth another try.
      if (answer && answer.status !== 409 && answer.status !== 500) {
        this.surprises.push(`${answer.status} ${JSON.stringify(answer.body)}`);
      }
      await sleep(500);
    }
  }

  private async ask(name: string, idempotencyKey: string): Promise<{ status: number; body: any } | undefined> {
    const url = this.fleet.url();
    if (url === undefined) return undefined;
    try {
      const answer = await fetch(`${url}/v1/verify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': this.key, 'idempotency-key': idempotencyKey },
        body: JSON.stringify({ entity_name: name, jurisdiction: 'us-co', webhook_url: this.webhookUrl }),
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      return { status: answer.status, body: await answer.json() };
    } catch {
      return undefined;
    }
  }
}
