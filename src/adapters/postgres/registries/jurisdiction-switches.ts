import type { OnApplicationShutdown } from '@nestjs/common';
import type { Log, Tx } from '../../../core/ports.js';
import { JurisdictionSwitches } from '../../../core/registries/ports.js';
import type { Notifications } from '../cache/notifications.js';
import { Reloaded } from '../cache/reloaded.js';
import type { Database } from '../client/database.js';
import { JurisdictionSwitchedOffRow } from '../schema/admin.tables.js';

export const JURISDICTION_SWITCHED = 'jurisdiction_switched';

const ANY = 'any';

/** Held in memory. Every process is notified of a switch and reloads the table. */
export class PostgresJurisdictionSwitches extends JurisdictionSwitches implements OnApplicationShutdown {
  off: ReadonlySet<string> = new Set();
  private readonly reloaded: Reloaded;
  private forget = () => {};

  constructor(
    private readonly db: Database,
    private readonly notifications: Notifications,
    log: Log,
  ) {
    super();
    this.reloaded = new Reloaded(() => this.read(), 'list of disabled jurisdictions', log);
  }

  async open(): Promise<void> {
    this.forget = this.notifications.on(ANY, () => this.reloaded.loadLater());
    await this.reloaded.open();
  }

  async onApplicationShutdown(): Promise<void> {
    this.forget();
    await this.reloaded.close();
  }

  async set(tx: Tx, code: string, on: boolean): Promise<void> {
    await this.db
      .in(tx)
      .table(JurisdictionSwitchedOffRow, (off) =>
        on ? off.delete({ code }) : off.createQueryBuilder().insert().values({ code }).orIgnore().execute(),
      );
    await this.db.in(tx).rows(`select pg_notify('${JURISDICTION_SWITCHED}', '${ANY}')`);
    tx.afterCommit(() => this.reloaded.load());
  }

  private async read(): Promise<void> {
    const rows = await this.db.table(JurisdictionSwitchedOffRow, (off) => off.find());
    this.off = new Set(rows.map(({ code }) => code));
  }
}
