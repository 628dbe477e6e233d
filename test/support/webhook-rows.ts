import { randomUUID } from 'node:crypto';
import { PostgresAccounts } from '../../src/adapters/postgres/accounts/accounts.js';
import type { Database } from '../../src/adapters/postgres/client/database.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';
import { Tasks } from '../../src/core/tasks/ports.js';
import type { VerificationEvent } from '../../src/core/webhooks/event.js';
import { newEmail } from './harness.js';
import { BARE_DIGESTS, REMEMBERS_NOBODY } from './fakes.js';

/** A queue that loses every task, so that only the rows show pending work. */
export class LosingTasks extends Tasks {
  async enqueue(): Promise<boolean> {
    return true;
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}
}

/** Creates an account with ended jobs that have this webhook_url. */
export async function seedJobs(
  db: Database,
  webhookUrl: string,
  count: number,
): Promise<{ accountId: Id<'acc'>; jobIds: Id<'job'>[] }> {
  const { id: accountId } = await db.interactive((tx) =>
    new PostgresAccounts(db, REMEMBERS_NOBODY, BARE_DIGESTS).openFor(tx, newEmail()),
  );
  const retrievalId = randomUUID();
  await db.change(
    `insert into retrievals (id, jurisdiction, entity_name, name_key, tier, finished_at) values ($1, 'us-co', 'Seeded LLC', 'seeded', 'quick', now())`,
    [retrievalId],
  );
  const jobIds = Array.from({ length: count }, () => newId('job'));
  await db.change(
    `insert into jobs (id, account_id, retrieval_id, entity_name, jurisdiction, tier, amount_credits, status, result, completed_at, webhook_url)
     select id, $2, $3, 'Seeded LLC', 'us-co', 'quick', 1, 'completed', '{}', now(), $4 from unnest($1::uuid[]) id`,
    [jobIds.map(toUuid), toUuid(accountId), retrievalId, webhookUrl],
  );
  return { accountId, jobIds };
}

export function completed(jobId: Id<'job'>): VerificationEvent {
  return {
    event: 'verification.completed',
    jobId,
    jurisdiction: 'us-co',
    entityName: 'Seeded LLC',
    data: null,
    creditsCharged: 1,
    creditsRefunded: false,
    completedAt: new Date(),
  };
}
