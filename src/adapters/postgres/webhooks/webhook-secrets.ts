import { In, IsNull } from 'typeorm';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Clock } from '../../../core/ports.js';
import { WebhookSecrets, type SigningSecrets } from '../../../core/webhooks/ports.js';
import { generateSigningSecret, PREVIOUS_SECRET_MS } from '../../../core/webhooks/signature.js';
import type { Database } from '../client/database.js';
import type { Notifications } from '../cache/notifications.js';
import { InvalidatedCache } from '../cache/caches.js';
import type { SecretBox } from '../client/secret-box.js';
import { ReadLoader } from '../client/read-loader.js';
import { WebhookSecretRow } from '../schema/webhook.tables.js';

/** Notified by Postgres on every change to an account's secrets. */
export const WEBHOOK_SECRET_CHANGED = 'webhook_secret_changed';

const BATCH = 200;
const SEALED_EARLIER = 'not starts_with(s.sealed, :current) or not starts_with(s.sealed_before, :current)';
const MAX_REMEMBERED = 10_000;

/** Cached sealed: the memory of this process reveals no more than the database. */
export class PostgresWebhookSecrets extends WebhookSecrets {
  private readonly found: ReadLoader<Id<'acc'>, WebhookSecretRow>;
  private readonly known: InvalidatedCache<WebhookSecretRow>;

  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    notifications: Notifications,
  ) {
    super();
    this.found = new ReadLoader((accounts) => this.readTogether(accounts));
    this.known = new InvalidatedCache(notifications, MAX_REMEMBERED);
    notifications.onChannel(WEBHOOK_SECRET_CHANGED, (accountId) => this.known.invalidate(fromUuid('acc', accountId)));
  }

  async of(accountId: Id<'acc'>): Promise<SigningSecrets> {
    const kept = await this.known.find(accountId, () => this.found.load(accountId));
    return this.opened(accountId, kept ?? (await this.makeFirst(accountId)));
  }

  async rotate(accountId: Id<'acc'>): Promise<SigningSecrets> {
    await this.of(accountId);
    const expiresAt = new Date(this.clock.now().getTime() + PREVIOUS_SECRET_MS);
    const sealed = this.box.seal(generateSigningSecret(), accountId);
    const row = await this.db.table(WebhookSecretRow, async (secrets) => {
      // The `sealed` on the right is the previous value, even if two rotations race.
      const changed = { sealed, sealed_before: () => 'sealed', before_expires_at: expiresAt };
      await secrets.update({ account_id: toUuid(accountId) }, changed);
      return secrets.findOneBy({ account_id: toUuid(accountId) });
    });
    if (!row) throw new Error('the secret that was just made is gone');
    this.known.invalidate(accountId);
    return this.opened(accountId, row);
  }

  /**
   * Reseals secrets of earlier keys with the current key, and returns how many. Afterwards the
   * earlier key can be removed. Safe to run concurrently and repeatedly. Throws if a secret was
   * sealed with an unknown key.
   */
  async sealAgain(): Promise<number> {
    const current = this.box.currentPrefix;
    for (let total = 0; ;) {
      const rows = await this.db.table(WebhookSecretRow, (secrets) =>
        secrets.createQueryBuilder('s').where(SEALED_EARLIER, { current }).limit(BATCH).getMany(),
      );
      for (const row of rows) total += await this.sealRowAgain(row);
      if (rows.length < BATCH) return total;
    }
  }

  private async sealRowAgain({ account_id, sealed, sealed_before: before }: WebhookSecretRow): Promise<number> {
    const owner = fromUuid('acc', account_id);
    const again = (text: string) => this.box.seal(this.box.open(text, owner), owner);
    // Changes nothing if a rotation came in between: that already sealed with the current key.
    const unchanged = { account_id, sealed, sealed_before: before ?? IsNull() };
    const { affected } = await this.db.table(WebhookSecretRow, (secrets) =>
      secrets.update(unchanged, { sealed: again(sealed), sealed_before: before && again(before) }),
    );
    return affected ?? 0;
  }

  private async readTogether(accounts: readonly Id<'acc'>[]): Promise<ReadonlyMap<number, WebhookSecretRow>> {
    const rows = await this.db.table(WebhookSecretRow, (secrets) =>
      secrets.findBy({ account_id: In(accounts.map(toUuid)) }),
    );
    const found = new Map(rows.map((row) => [fromUuid('acc', row.account_id), row]));
    return new Map(
      accounts.flatMap((accountId, place) => {
        const row = found.get(accountId);
        return row ? [[place, row]] : [];
      }),
    );
  }

  private async makeFirst(accountId: Id<'acc'>): Promise<WebhookSecretRow> {
    const sealed = this.box.seal(generateSigningSecret(), accountId);
    await this.db.table(WebhookSecretRow, (secrets) =>
      secrets
        .createQueryBuilder()
        .insert()
        .values({ account_id: toUuid(accountId), sealed })
        .orIgnore()
        .execute(),
    );
    const row = await this.found.load(accountId);
    if (!row) throw new Error('the secret that was just made is gone');
    return row;
  }

  private opened(accountId: Id<'acc'>, row: WebhookSecretRow): SigningSecrets {
    const { sealed, sealed_before: before, before_expires_at: expiresAt } = row;
    const current = this.box.open(sealed, accountId);
    if (before === null || expiresAt === null || expiresAt <= this.clock.now()) return { current, previous: undefined };
    return { current, previous: { secret: this.box.open(before, accountId), expiresAt } };
  }
}
