import { ADDRESS_TRIES_PER_DAY, CODE_TRIES_OF_ALL } from '../../../core/accounts/access/one-time-code.js';
import { OneTimeCodes, type CodePurpose, type NewCode, type PendingCode } from '../../../core/accounts/ports.js';
import { toUuid } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import { Database } from '../client/database.js';
import { classifyDatabaseError } from '../client/sql-state.js';
import type { Statements } from '../client/statements.js';
import { CODE_TRIES } from '../../../core/limits.js';
import { Injectable } from '../../../core/injectable.js';

const LOCK_TIMEOUT_MS = 1_000;
/** A stranger on one network leaves most of an address's share to its owner. */
const MAX_PER_HOUR = { emailAndNetwork: 5, email: 15, network: 20 };
const MAX_PER_DAY = { emailAndNetwork: 15, email: 40 };

@Injectable()
export class PostgresOneTimeCodes extends OneTimeCodes {
  constructor(private readonly db: Database) {
    super();
  }

  async issue(tx: Tx, code: NewCode): Promise<'hour' | 'day' | undefined> {
    const { email, network, movingAccountId, digest, ttlMs } = code;
    const accountId = movingAccountId === undefined ? null : toUuid(movingAccountId);
    const on = this.db.in(tx);
    // Locked until the commit, so that concurrent requests count each other's codes. The order is
    // always the same, to avoid deadlocks.
    if (!(await this.lock(on, network, email))) return 'hour';
    const exhausted = await this.exhausted(on, email, network);
    if (exhausted) return exhausted;
    await on.change(
      'update one_time_codes set replaced = true where email = $1 and account_id is not distinct from $2 and ip = $3 and not replaced',
      [email, accountId, network],
    );
    await on.change(
      `insert into one_time_codes (email, ip, account_id, digest, created_at, expires_at)
       values ($1, $2, $3, $4, now(), now() + make_interval(secs => $5))`,
      [email, network, accountId, digest, ttlMs / 1000],
    );
    return undefined;
  }

  private async exhausted(on: Statements, email: string, network: string): Promise<'hour' | 'day' | undefined> {
    const sent = await on.row<Record<'both' | 'to_email' | 'from_network' | 'both_a_day' | 'to_email_a_day', number>>(
      `select count(*) filter (where email = $1 and ip = $2 and recent)::int as both,
              count(*) filter (where email = $1 and recent)::int as to_email,
              count(*) filter (where ip = $2 and recent)::int as from_network,
              count(*) filter (where email = $1 and ip = $2)::int as both_a_day,
              count(*) filter (where email = $1)::int as to_email_a_day
         from (select email, ip, created_at > now() - interval '1 hour' as recent from one_time_codes
                where (email = $1 and created_at > now() - interval '1 day')
                   or (ip = $2 and created_at > now() - interval '1 hour')) codes`,
      [email, network],
    );
    if (!sent) return 'hour';
    if (sent.both_a_day >= MAX_PER_DAY.emailAndNetwork || sent.to_email_a_day >= MAX_PER_DAY.email) return 'day';
    const { emailAndNetwork, email: ofEmail, network: ofNetwork } = MAX_PER_HOUR;
    const isFull = sent.both >= emailAndNetwork || sent.to_email >= ofEmail || sent.from_network >= ofNetwork;
    return isFull ? 'hour' : undefined;
  }

  /**
   * Returns `false` if a lock is held elsewhere for too long: a caller without credentials must not
   * keep a connection waiting.
   */
  private async lock(on: Statements, network: string, email: string): Promise<boolean> {
    try {
      await on.rows(`select set_config('lock_timeout', '${LOCK_TIMEOUT_MS}ms', true)`);
      await on.rows('select pg_advisory_xact_lock(hashtextextended($1, 1))', [network]);
      await on.rows('select pg_advisory_xact_lock(hashtextextended($1, 2))', [email]);
      return true;
    } catch (error) {
      if (classifyDatabaseError(error) === 'wait') return false;
      throw error;
    }
  }

  async useTry({ email, movingAccountId }: CodePurpose, network: string): Promise<PendingCode[]> {
    // The log message, which has no reader, makes a try without a code wait for the disk like any
    // other. Otherwise its response time would tell.
    const rows = await this.db.rows<{ id: string | null; digest: Buffer; expired: boolean }>(
      `with live as (
         select id from one_time_codes
          where email = $1 and account_id is not distinct from $2 and not replaced and used_at is null
            and (ip = $3 or (tries < $5 and $6 > (
              select coalesce(sum(t.tries), 0) from one_time_codes c join one_time_code_tries t on t.code_id = c.id
               where c.email = $1 and c.created_at > now() - interval '1 day' and t.network <> c.ip)))
          order by id for update
       ), tried as (
         insert into one_time_code_tries as t (code_id, network, tries) select id, $3, 1 from live
         on conflict (code_id, network) do update set tries = t.tries + 1 where t.tries < $4
         returning code_id
       ), counted as (
         update one_time_codes set tries = tries + 1
          where id in (select code_id from tried)
          returning id, digest, expires_at <= now() as expired
       )
       select id, digest, expired, null as written from counted
       union all
       select null, null, null, pg_logical_emit_message(true, 'standing', 'a try without a code')
        where not exists (select from counted)`,
      [
        email,
        movingAccountId === undefined ? null : toUuid(movingAccountId),
        network,
        CODE_TRIES,
        CODE_TRIES_OF_ALL,
        ADDRESS_TRIES_PER_DAY,
      ],
    );
    return rows.flatMap(({ id, digest, expired }) => (id === null ? [] : [{ id, digest, expired }]));
  }

  async redeem(tx: Tx, id: string): Promise<boolean> {
    const sql = 'update one_time_codes set used_at = now() where id = $1 and used_at is null and not replaced';
    return (await this.db.in(tx).change(sql, [id])) === 1;
  }
}
