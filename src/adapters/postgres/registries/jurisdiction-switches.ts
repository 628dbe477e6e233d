import type { OnApplicationShutdown } from '@nestjs/common';
import type { Log, Tx } from '../../../core/ports.js';
import { JurisdictionSwitches } from '../../../core/registries/ports.js';
import type { Database } from '../client/database.js';
import { JurisdictionSwitchedOffRow } from '../schema/admin.tables.js';
import type { Notifications } from '../cache/notifications.js';

export const JURISDICTION_SWITCHED = 'jurisdiction_switched';

/** In case a notification was missed. */
const RELOAD_MS = 15_000;
const ANY = 'any';

/** Held in memory. Every process is notified of a switch and reloads the table. */
export class PostgresJurisdictionSwitches extends JurisdictionSwitches implements OnApplicationShutdown {
  off: ReadonlySet<string> = new Set();
  private timer: NodeJS.Timeout | undefined;
  private forget = () => {};
  private loading: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly notifications: Notifications,
    private readonly log: Log,
  ) {
    super();
  }

  async open(): Promise<void> {
    this.forget = this.notifications.on(ANY, () => this.loadLater());
    this.timer = setInterval(() => this.loadLater(), RELOAD_MS);
    this.timer.unref();
    await this.load();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.forget();
    await this.loading.catch(() => undefined);
  }

  async set(tx: Tx, code: string, on: boolean): Promise<void> {
    await this.db
      .in(tx)
      .table(JurisdictionSwitchedOffRow, (off) =>
        on ? off.delete({ code }) : off.createQueryBuilder().insert().values({ code }).orIgnore().execute(),
      );
    await this.db.in(tx).rows(`select pg_notify('${JURISDICTION_SWITCHED}', '${ANY}')`);
    tx.afterCommit(() => this.load());
  }

  /** Reads are serialized: an older read that finished last would undo a newer one. */
  private load(): Promise<void> {
    this.loading = this.loading.catch(() => undefined).then(() => this.read());
    return this.loading;
  }

  private async read(): Promise<void> {
    const rows = await this.db.table(JurisdictionSwitchedOffRow, (off) => off.find());
    this.off = new Set(rows.map(({ code }) => code));
  }

  private loadLater(): void {
    this.load().catch((error: unknown) => {
      this.log.warn('the list of disabled jurisdictions could not be refreshed', { error });
    });
  }
}
