import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Clock } from '../../../core/ports.js';
import { WebhookSecrets, type SigningSecrets } from '../../../core/webhooks/ports.js';
import { generateSigningSecret, PREVIOUS_SECRET_MS } from '../../../core/webhooks/signing-secret.js';
import type { Database } from '../client/database.js';
import type { Notifications } from '../cache/notifications.js';
import { InvalidatedCache } from '../cache/caches.js';
import type { SecretBox } from '../client/secret-box.js';
import { BatchLoader } from '../client/batches.js';

/** Postgres notifies of every change to the secrets of an account: see 0098. */
export const WEBHOOK_SECRET_CHANGED = 'webhook_secret_changed';

/** As they are kept, sealed. */
interface SecretRow {
  sealed: string;
  sealed_before: string | null;
  before_expires_at: Date | null;
}

const SECRETS = 'sealed, sealed_before, before_expires_at';
const BATCH = 200;
const MAX_REMEMBERED = 10_000;

/** Cached sealed: the memory of this process reveals no more than the database. */
export class PostgresWebhookSecrets extends WebhookSecrets {
  private readonly found: BatchLoader<Id<'acc'>, SecretRow>;
  private readonly known: InvalidatedCache<SecretRow>;

  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    notifications: Notifications,
  ) {
    super();
    this.found = new BatchLoader((accounts) => this.readTogether(accounts));
    this.known = new InvalidatedCache(notifications, MAX_REMEMBERED);
    notifications.onChannel(WEBHOOK_SECRET_CHANGED, (accountId) => this.known.invalidate(fromUuid('acc', accountId)));
  }

  async of(accountId: Id<'acc'>): Promise<SigningSecrets> {
    const kept = await this.known.find(accountId, () => this.found.load(accountId));
    return this.opened(accountId, kept ?? (await this.makeFirst(accountId)));
  }

  async rotate(accountId: Id<'acc'>): Promise<SigningSecrets> {
    await this.of(accountId);
    const row = await this.db.row<SecretRow>(
      `update webhook_secrets set sealed = $2, sealed_before = sealed, before_expires_at = $3
        where account_id = $1 returning ${SECRETS}`,
      [
        toUuid(accountId),
        this.box.seal(generateSigningSecret(), accountId),
        new Date(this.clock.now().getTime() + PREVIOUS_SECRET_MS),
      ],
    );
    if (!row) throw new Error('the secret that was just made is gone');
    this.known.invalidate(accountId);
    return this.opened(accountId, row);
  }

  /**
   * Seals again, with the current key, whatever an earlier key sealed, and returns how many secrets
   * that were. Once it has run, the earlier key may be forgotten. Safe to repeat and to race;
   * throws when a secret was sealed with a key that is not known here.
   */
  async sealAgain(): Promise<number> {
    for (let total = 0; ;) {
      const rows = await this.db.rows<SecretRow & { account_id: string }>(
        `select account_id, ${SECRETS} from webhook_secrets
          where not starts_with(sealed, $1) or not starts_with(coalesce(sealed_before, $1), $1) limit ${BATCH}`,
        [this.box.currentPrefix],
      );
      for (const row of rows) total += await this.sealRowAgain(row);
      if (rows.length < BATCH) return total;
    }
  }

  private async sealRowAgain({ account_id: uuid, sealed, sealed_before: before }: SecretRow & { account_id: string }) {
    const owner = fromUuid('acc', uuid);
    const again = (text: string) => this.box.seal(this.box.open(text, owner), owner);
    // A rotation in between has sealed with the current key already: then nothing is changed here.
    return this.db.change(
      `update webhook_secrets set sealed = $3, sealed_before = $4
        where account_id = $1 and sealed = $2 and sealed_before is not distinct from $5`,
      [uuid, sealed, again(sealed), before && again(before), before],
    );
  }

  private async readTogether(accounts: readonly Id<'acc'>[]): Promise<ReadonlyMap<number, SecretRow>> {
    const rows = await this.db.rows<SecretRow & { account_id: string }>(
      `select account_id, ${SECRETS} from webhook_secrets where account_id = any ($1)`,
      [accounts.map(toUuid)],
    );
    const found = new Map(rows.map((row) => [fromUuid('acc', row.account_id), row]));
    return new Map(
      accounts.flatMap((accountId, place) => {
        const row = found.get(accountId);
        return row ? [[place, row]] : [];
      }),
    );
  }

  private async makeFirst(accountId: Id<'acc'>): Promise<SecretRow> {
    const sealed = this.box.seal(generateSigningSecret(), accountId);
    await this.db.change('insert into webhook_secrets (account_id, sealed) values ($1, $2) on conflict do nothing', [
      toUuid(accountId),
      sealed,
    ]);
    const row = await this.found.load(accountId);
    if (!row) throw new Error('the secret that was just made is gone');
    return row;
  }

  private opened(accountId: Id<'acc'>, row: SecretRow): SigningSecrets {
    const { sealed, sealed_before: before, before_expires_at: expiresAt } = row;
    const current = this.box.open(sealed, accountId);
    if (before === null || expiresAt === null || expiresAt <= this.clock.now()) return { current, previous: undefined };
    return { current, previous: { secret: this.box.open(before, accountId), expiresAt } };
  }
}
