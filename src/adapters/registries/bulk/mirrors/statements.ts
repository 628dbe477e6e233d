import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** Two ways to put a question to the database, which differ in when it is planned. */
export class Statements {
  private readonly names = new Map<string, string>();

  constructor(private readonly database: DataSource) {}

  /**
   * Planned once for each connection: for questions that are answered the same way whatever their
   * values.
   */
  async prepared<R>(sql: string, values: unknown[]): Promise<R[]> {
    const { master } = this.database.driver as unknown as { master: Pool };
    const { rows } = await master.query({ name: this.nameOf(sql), text: sql, values });
    return rows as R[];
  }

  /** Planned for its values each time: how to find words depends on how many names hold them. */
  planned<R>(sql: string, values: unknown[]): Promise<R[]> {
    return this.database.query(sql, values);
  }

  /**
   * The same text has the same name everywhere: connections are shared with others that prepare
   * statements.
   */
  private nameOf(sql: string): string {
    let name = this.names.get(sql);
    if (name === undefined) {
      name = `mirror_${createHash('sha1').update(sql).digest('hex').slice(0, 20)}`;
      this.names.set(sql, name);
    }
    return name;
  }
}
