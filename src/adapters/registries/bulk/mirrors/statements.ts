import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

export class Statements {
  private readonly names = new Map<string, string>();

  constructor(private readonly database: DataSource) {}

  /** Planned once per connection. For statements whose best plan does not depend on the values. */
  async prepared<R>(sql: string, values: unknown[]): Promise<R[]> {
    const { master } = this.database.driver as unknown as { master: Pool };
    const { rows } = await master.query({ name: this.nameOf(sql), text: sql, values });
    return rows as R[];
  }

  /**
   * Planned for its values each time: the best plan depends on how many names contain the words.
   */
  planned<R>(sql: string, values: unknown[]): Promise<R[]> {
    return this.database.query(sql, values);
  }

  /** Equal texts have equal names: other code prepares statements on the same connections. */
  private nameOf(sql: string): string {
    let name = this.names.get(sql);
    if (name === undefined) {
      name = `mirror_${createHash('sha1').update(sql).digest('hex').slice(0, 20)}`;
      this.names.set(sql, name);
    }
    return name;
  }
}
