import { IsNull } from 'typeorm';
import type { Account, MovableAccount } from '../../../core/accounts/account.js';
import { Accounts, type OrphanedChecks } from '../../../core/accounts/ports.js';
import { withoutTag } from '../../../core/accounts/email-address.js';
import { AppError } from '../../../core/errors.js';
import { fromUuid, newUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Tx } from '../../../core/ports.js';
import { AccountRow } from '../schema/account.tables.js';
import type { Columns } from '../schema/columns.js';
import { inPieces } from '../client/in-pieces.js';
import type { Database } from '../client/database.js';
import { sqlState, UNIQUE_VIOLATION } from '../client/sql-state.js';
import type { AddressDigests } from './address-digests.js';
import type { ApiKeyCache } from '../cache/caches.js';
import { exportAccount } from './account-export.js';

interface ReadAccount extends Pick<AccountRow, 'id' | 'email_verified'> {
  email: string;
  disabled: boolean;
}

type ProfileColumns = ReadAccount & Columns<AccountRow, typeof PROFILE>;

const MAX_TRIES = 5;
/** RFC 2606: mail to it is never delivered. */
const NOWHERE = 'address.invalid';
const ACCOUNT = `id, coalesce(email, '') as email, email_verified, disabled_at is not null as disabled`;
const PROFILE = 'name, proven_email, moved_by_application, credit_balance, created_at';

/** The account that moved away from a proved address and did not confirm the new one. */
const MOVED_FROM = `select id from accounts a where a.proven_email = $1 and a.email <> $1 and not a.email_verified
  and a.deleted_at is null and not exists (select from accounts b where b.email = $1) order by a.id limit 1`;

export class PostgresAccounts extends Accounts {
  constructor(
    private readonly db: Database,
    private readonly holders: Pick<ApiKeyCache, 'forget'>,
    private readonly digests: Pick<AddressDigests, 'of'>,
  ) {
    super();
  }

  async openFor(tx: Tx, email: string): Promise<Account & { isNew: boolean }> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await this.withdrawMove(tx, email);
      const opened = await this.db
        .in(tx)
        .change('insert into accounts (id, email) values ($1, $2) on conflict (email) do nothing', [newUuid(), email]);
      // Locked until the commit, so that no other account takes or leaves the address in the
      // meantime.
      const row = await this.db
        .in(tx)
        .row<ReadAccount & { proven: boolean }>(
          `select ${ACCOUNT}, proven_email is not distinct from email as proven from accounts where email = $1 for no key update`,
          [email],
        );
      const account = row && toAccount(row);
      if (account && (opened === 1 || row.proven)) {
        return { ...account, isNew: opened === 1 };
      }
      // Another account may take the address before this one is created. The next round takes it
      // back.
      if (account) await this.sendBack(tx, account.id);
    }
    throw new Error('an address changed its account too often while one was opened');
  }

  /**
   * An account whose new address was never confirmed still belongs to its proved one: who proves
   * it again withdraws the move.
   */
  private async withdrawMove(tx: Tx, email: string): Promise<void> {
    const moved = await this.db.in(tx).row<{ id: string }>(`${MOVED_FROM} for no key update`, [email]);
    if (moved) await this.sendBack(tx, fromUuid('acc', moved.id));
  }

  /**
   * Resets the account to the last address it proved. If another account has that address by now,
   * to one that receives no mail.
   */
  private async sendBack(tx: Tx, id: Id<'acc'>): Promise<void> {
    await this.db.in(tx).change(
      `update accounts a set (email, email_verified, proven_email) = (
         select coalesce(free.email, $2), free.email is not null, free.email from (select 1) one left join (
           select a.proven_email as email where a.proven_email <> a.email
             and not exists (select from accounts b where b.email = a.proven_email)) free on true)
       where id = $1`,
      [toUuid(id), `${id}@${NOWHERE}`],
    );
    this.changed(tx, id);
  }

  async markEmailVerified(tx: Tx, id: Id<'acc'>): Promise<void> {
    await this.db
      .in(tx)
      .change('update accounts set email_verified = true, proven_email = email where id = $1 and not email_verified', [
        toUuid(id),
      ]);
    this.changed(tx, id);
  }

  async confirmEmail(tx: Tx, id: Id<'acc'>, email: string): Promise<boolean> {
    const sql = 'update accounts set email_verified = true, proven_email = email where id = $1 and email = $2';
    const confirmed = (await this.db.in(tx).change(sql, [toUuid(id), email])) === 1;
    this.changed(tx, id);
    return confirmed;
  }

  async claimFreeCredits(tx: Tx, email: string): Promise<boolean> {
    const { keyed, bare } = await this.digests.of(withoutTag(email));
    // Earlier versions stored the digest of the address with its tag.
    const tagged = await this.digests.of(email);
    const sql = `insert into free_credit_grants (email_digest)
      select $1 where not exists (select from free_credit_grants where email_digest in ($2, $3, $4)) on conflict do nothing`;
    return (await this.db.in(tx).change(sql, [keyed, bare, tagged.keyed, tagged.bare])) === 1;
  }

  async profile(id: Id<'acc'>): Promise<MovableAccount> {
    const row = await this.db.row<ProfileColumns>(`select ${ACCOUNT}, ${PROFILE} from accounts where id = $1`, [
      toUuid(id),
    ]);
    if (!row) throw new Error('the account of a genuine caller is gone');
    return {
      ...toAccount(row),
      name: row.name ?? undefined,
      provenEmail: row.proven_email ?? undefined,
      movedByApplication: row.moved_by_application,
      creditBalance: row.credit_balance,
      createdAt: row.created_at,
    };
  }

  async status(id: Id<'acc'>) {
    const row = await this.db.table(AccountRow, (accounts) =>
      accounts.findOne({
        where: { id: toUuid(id) },
        select: { id: true, email_verified: true, disabled_at: true, deleted_at: true },
      }),
    );
    return row ? { emailVerified: row.email_verified, state: stateOf(row) } : undefined;
  }

  async idOf(email: string): Promise<Id<'acc'> | undefined> {
    const row = await this.db.row<{ id: string }>(
      `select id from accounts where email = $1 union all (${MOVED_FROM}) limit 1`,
      [email],
    );
    return row && fromUuid('acc', row.id);
  }

  async isProved(email: string): Promise<boolean> {
    const row = await this.db.row(
      `select from accounts where proven_email = $1 and deleted_at is null and (email = $1 or not email_verified) limit 1`,
      [email],
    );
    return row !== undefined;
  }

  async rename(tx: Tx, id: Id<'acc'>, name: string | null): Promise<void> {
    await this.db
      .in(tx)
      .table(AccountRow, (accounts) => accounts.update({ id: toUuid(id), deleted_at: IsNull() }, { name }));
  }

  async changeEmail(tx: Tx, id: Id<'acc'>, email: string, byApplication: boolean): Promise<void> {
    const [claimant] = await this.db
      .in(tx)
      .rows<{ id: string }>(
        `select id from accounts where email = $1 and id <> $2 and proven_email is distinct from email for no key update`,
        [email, toUuid(id)],
      );
    if (claimant) await this.sendBack(tx, fromUuid('acc', claimant.id));
    try {
      await this.db.in(tx).change(
        `update accounts set email = $2, email_verified = proven_email is not distinct from $2, moved_by_application = $3
          where id = $1 and deleted_at is null and (email <> $2 or not email_verified)`,
        [toUuid(id), email, byApplication],
      );
    } catch (error) {
      throw sqlState(error) === UNIQUE_VIOLATION ? new AppError('EMAIL_ALREADY_EXISTS', { cause: error }) : error;
    }
    this.changed(tx, id);
  }

  async passwordHash(id: Id<'acc'>): Promise<string | undefined> {
    const row = await this.db.table(AccountRow, (accounts) =>
      accounts.findOne({ where: { id: toUuid(id) }, select: { id: true, password_hash: true } }),
    );
    return row?.password_hash ?? undefined;
  }

  async setPasswordHash(tx: Tx, id: Id<'acc'>, hash: string, before: string | undefined): Promise<boolean> {
    const unchanged = { id: toUuid(id), deleted_at: IsNull(), password_hash: before ?? IsNull() };
    const { affected } = await this.db
      .in(tx)
      .table(AccountRow, (accounts) => accounts.update(unchanged, { password_hash: hash }));
    return affected === 1;
  }

  async close(id: Id<'acc'>, checks: OrphanedChecks): Promise<void> {
    const batches = await this.db.interactive(async (tx) => {
      // Codes for an address that was never proved stay until they are purged: they count towards
      // the limits that protect the address's owner.
      await tx.change(
        'delete from one_time_codes where email = (select email from accounts where id = $1 and email_verified)',
        [toUuid(id)],
      );
      const watches = await tx.rows<{ check_job: string | null }>(
        'delete from watches where account_id = $1 returning check_job',
        [toUuid(id)],
      );
      const ends = watches.flatMap((row) => (row.check_job === null ? [] : checks.end(fromUuid('job', row.check_job))));
      if (ends.length > 0) await tx.write(ends);
      await tx.change('delete from ended_watches where account_id = $1', [toUuid(id)]);
      await tx.change('delete from console_sessions where account_id = $1', [toUuid(id)]);
      await tx.change(`delete from oauth_records where model = 'Session' and account_id = $1`, [toUuid(id)]);
      await tx.change(
        `delete from meant_records where job_id in (select id from jobs where account_id = $1)
            or batch_id in (select id from batches where account_id = $1)`,
        [toUuid(id)],
      );
      await tx.change('delete from change_mails where account_id = $1', [toUuid(id)]);
      // Marked as dropped, so that the batches are hidden at once. Their rows, possibly very many,
      // are deleted in pieces afterwards.
      const dropped = await tx.rows<{ id: string }>(
        `update batches set status = 'uploading', pause_reason = null, dropped_at = now() where account_id = $1 returning id`,
        [toUuid(id)],
      );
      await tx.change(
        `update accounts set email = null, proven_email = null, email_verified = false, name = null, password_hash = null, deleted_at = now()
          where id = $1 and deleted_at is null`,
        [toUuid(id)],
      );
      this.changed(tx, id);
      return dropped;
    });
    for (const batch of batches) await inPieces(this.db, 'select purge_batch_rows($1) as more', [batch.id]);
  }

  export(id: Id<'acc'>): ReadonlyMap<string, AsyncIterable<Record<string, unknown>>> {
    return exportAccount(this.db, id);
  }

  private changed(tx: Tx, id: Id<'acc'>): void {
    tx.afterCommit(() => this.holders.forget(id));
  }
}

function stateOf(row: Pick<AccountRow, 'deleted_at' | 'disabled_at'>) {
  if (row.deleted_at) return 'deleted' as const;
  return row.disabled_at ? ('disabled' as const) : ('open' as const);
}

function toAccount(row: ReadAccount): Account {
  return { id: fromUuid('acc', row.id), email: row.email, emailVerified: row.email_verified, disabled: row.disabled };
}
