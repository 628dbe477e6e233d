import { UsedConfirmations } from '../../../core/confirmations/ports.js';
import type { Database } from '../client/database.js';

export class PostgresUsedConfirmations extends UsedConfirmations {
  constructor(private readonly db: Database) {
    super();
  }

  async use(id: string, expiresAt: Date): Promise<boolean> {
    const sql = 'insert into used_confirmations (id, expires_at) values ($1, $2) on conflict do nothing';
    return (await this.db.change(sql, [id, expiresAt])) === 1;
  }
}
