import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import { ChangeMails, type DueMails, type MadeMail, type MailRhythm } from '../../../core/watches/mails/ports.js';
import { toJson, Database } from '../client/database.js';
import { ChangeMailRow } from '../schema/watch.tables.js';
import { Injectable } from '../../../core/injectable.js';

const CLAIMED_FOR = `interval '1 minute'`;
/**
 * Due time of an account's next mail. Immediate mails are looked for every 10 seconds, which is
 * also how soon a change is mailed.
 */
const NEXT = `now() + case every when 'daily' then interval '1 day' else interval '10 seconds' end`;

@Injectable()
export class PostgresChangeMails extends ChangeMails {
  constructor(private readonly db: Database) {
    super();
  }

  async rhythmOf(accountId: Id<'acc'>): Promise<MailRhythm | undefined> {
    const row = await this.db.table(ChangeMailRow, (mails) => mails.findOneBy({ account_id: toUuid(accountId) }));
    return row?.every;
  }

  async choose(accountId: Id<'acc'>, every: MailRhythm | undefined, lastEvent: Id<'evt'> | undefined): Promise<void> {
    if (every === undefined) {
      await this.db.change('delete from change_mails where account_id = $1', [toUuid(accountId)]);
      return;
    }
    await this.db.change(
      `insert into change_mails (account_id, every, last_event, due_at)
       values ($1, $2::text, $3, now() + case $2::text when 'daily' then interval '1 day' else interval '0' end)
       on conflict (account_id) do update set every = excluded.every, due_at = excluded.due_at
         where change_mails.every <> excluded.every`,
      [toUuid(accountId), every, lastEvent ? toUuid(lastEvent) : null],
    );
  }

  async claim(limit: number): Promise<DueMails[]> {
    const rows = await this.db.rows<Pick<ChangeMailRow, 'account_id' | 'last_event' | 'outbox'>>(
      `update change_mails set claimed_until = now() + ${CLAIMED_FOR}
        where account_id in (
          select account_id from change_mails where due_at <= now() and (claimed_until is null or claimed_until < now())
           order by due_at limit $1 for update skip locked)
        returning account_id, last_event, outbox`,
      [limit],
    );
    return rows.map(({ account_id: id, last_event: lastEvent, outbox }) => {
      return {
        accountId: fromUuid('acc', id),
        lastEvent: lastEvent === null ? undefined : fromUuid('evt', lastEvent),
        made: outbox ?? undefined,
      };
    });
  }

  async make(accountId: Id<'acc'>, mail: MadeMail): Promise<boolean> {
    const row = await this.db.row(
      'update change_mails set outbox = $2 where account_id = $1 and outbox is null returning account_id',
      [toUuid(accountId), toJson(mail)],
    );
    return row !== undefined;
  }

  async done(accountId: Id<'acc'>, lastEvent: Id<'evt'> | undefined): Promise<void> {
    await this.db.change(
      `update change_mails set last_event = $2, outbox = null, tries = 0, claimed_until = null, due_at = ${NEXT} where account_id = $1`,
      [toUuid(accountId), lastEvent ? toUuid(lastEvent) : null],
    );
  }

  async failed(accountId: Id<'acc'>): Promise<void> {
    await this.db.change(
      `update change_mails set tries = tries + 1, claimed_until = null,
              due_at = now() + least(interval '1 hour', interval '10 seconds' * power(2, least(tries, 10)))
        where account_id = $1`,
      [toUuid(accountId)],
    );
  }
}
