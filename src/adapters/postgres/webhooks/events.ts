import { Injectable } from '../../../core/injectable.js';
import { fromUuid, newId, toUuid, type Id } from '../../../core/ids.js';
import { TEST_EVENT_TYPE, type VerificationEvent } from '../../../core/webhooks/event.js';
import {
  EventBodies,
  Events,
  type DueDelivery,
  type StoredEvent,
  type TestEvent,
} from '../../../core/webhooks/ports.js';
import { Database, toJson } from '../client/database.js';
import { writeEvents } from '../client/event-writer.js';
import type { Statements } from '../client/statements.js';
import { ONE_AFTER_THE_OTHER } from './deliveries.js';
import type { QueuedWriteOf } from '../client/pending-writes.js';
import type { EventRow } from '../schema/webhook.tables.js';

/** Events numbered per read of the feed: many times a page. */
const NUMBERED_AT_ONCE = 1_000;

/** Builds the body of a delivery. It is stored, because every attempt must send the same bytes. */
@Injectable()
export class PostgresEvents extends Events {
  constructor(
    private readonly db: Database,
    private readonly bodies: EventBodies,
  ) {
    super();
  }

  record(event: VerificationEvent): QueuedWriteOf<'events.insert', DueDelivery> {
    const eventId = newId('evt');
    return {
      kind: 'events.insert',
      row: {
        id: toUuid(eventId),
        delivery_id: toUuid(newId('dlv')),
        job_id: toUuid(event.jobId),
        type: event.event,
        body: toJson(this.bodies.of(event, eventId)),
      },
      result: ({ delivery_id: id, destination, account_id: accountId }) => {
        return { id: fromUuid('dlv', id), claimNumber: 1, destination, accountId: fromUuid('acc', accountId) };
      },
    };
  }

  async test(accountId: Id<'acc'>, { id, url, body }: TestEvent, most: number): Promise<DueDelivery | 'full'> {
    return this.db.interactive(async (tx) => {
      await tx.rows(ONE_AFTER_THE_OTHER, [accountId]);
      const [waiting] = await tx.rows<{ n: number }>(
        `select count(*)::int as n from deliveries where account_id = $1 and status = 'pending' and again`,
        [toUuid(accountId)],
      );
      if (waiting && waiting.n >= most) return 'full';
      const subject = { accountId, testedUrl: url };
      const [due] = await writeEvents(tx, [{ id, type: TEST_EVENT_TYPE, body, subject }]);
      if (!due) throw new Error('a test was written without its delivery');
      return due;
    }, accountId);
  }

  async after(accountId: Id<'acc'>, after: Id<'evt'> | undefined, limit: number): Promise<StoredEvent[]> {
    return this.db.interactive(async (tx) => {
      await this.numberNewEvents(tx, accountId);
      const rows = await tx.rows<Pick<EventRow, 'id' | 'body' | 'created_at'>>(
        `select id, body, created_at from events
          where account_id = $1
            and number > coalesce((select number from events where id = $2 and account_id = $1), 0)
          order by number limit $3`,
        [toUuid(accountId), after ? toUuid(after) : null, limit],
      );
      return rows.map((row) => ({ id: fromUuid('evt', row.id), body: row.body, createdAt: row.created_at }));
    }, accountId);
  }

  async newest(accountId: Id<'acc'>): Promise<Id<'evt'> | undefined> {
    return this.db.interactive(async (tx) => {
      await this.numberNewEvents(tx, accountId);
      const row = await tx.row<{ id: string }>(
        'select id from events where account_id = $1 and number is not null order by number desc limit 1',
        [toUuid(accountId)],
      );
      return row && fromUuid('evt', row.id);
    }, accountId);
  }

  /**
   * Numbers events after their commit, by one reader at a time. If an event were numbered when
   * written, a transaction that took its number first could commit last, and a reader already past
   * that number would never see it.
   */
  private async numberNewEvents(tx: Statements, accountId: Id<'acc'>): Promise<void> {
    await tx.rows(`select pg_advisory_xact_lock(hashtextextended('events:' || $1, 0))`, [accountId]);
    await tx.change(
      `update events set number = fresh.number
         from (
           select id, row_number() over (order by created_at, id)
                  + coalesce((select max(number) from events where account_id = $1), 0) as number
             from events where account_id = $1 and number is null order by created_at, id limit ${NUMBERED_AT_ONCE}
         ) fresh
        where events.id = fresh.id`,
      [toUuid(accountId)],
    );
  }
}
